// The work of a commission on its way to the integration branch, on real git.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { listDocuments } from "../../../src/git/repository/list-documents.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { commitOn, fileAt, integration, leaveWork, openTestProject, tipOf, type Work } from "../project.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

afterEach(removeTempDirs);

const words = {
  message: "Do the work",
  people: commitPeople("implementer", null),
  at: "2026-01-02T03:04:05.678Z",
};
const order = (work: Work) => ({ ...work, ...words });

/** What a finish does: plan, move, and plan again where the branch has moved. */
async function finish(trees: ReturnType<typeof createTrees>, work: Work): Promise<string> {
  for (;;) {
    const planned = await trees.prepareMerge(order(work));
    if (planned.kind === "conflict") throw new Error(`conflict in ${planned.files.join(", ")}`);
    if (planned.kind === "merged" || (await trees.merge(work.tree, planned)) === "done")
      return planned.commit;
  }
}

test("work becomes one commit on the tip, by its worker, and the integration worktree shows it", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const work = leaveWork(project, 1, { "a.txt": "new\n", "dir/d.txt": "d\n", "b.txt": null });
  const before = tipOf(project, integration);
  const planned = await trees.prepareMerge(order(work));
  if (planned.kind !== "ready") throw new Error(planned.kind);
  expect(planned.expected).toBe(before);
  expect(tipOf(project, integration)).toBe(before);
  expect(await trees.prepareMerge(order(work))).toEqual(planned);
  expect(await trees.merge(work.tree, planned)).toBe("done");
  expect(tipOf(project, integration)).toBe(planned.commit);
  const shown = gitIn(project.checkout, "log", "-1", "--format=%P|%an|%ae|%cn|%aI|%cI|%B", integration);
  expect(shown).toBe(
    `${before}|implementer (Guild Hall)|implementer@guild-hall.invalid|Guild Hall|2026-01-02T03:04:05+00:00|2026-01-02T03:04:05+00:00|Do the work\n\nCommission: ${work.id}`,
  );
  expect(readFileSync(`${project.place.workTree}/a.txt`, "utf8")).toBe("new\n");
  expect(gitIn(project.place.workTree, "status", "--porcelain", "--branch")).toBe(`## ${integration}`);
  expect(project.notes).toEqual([]);
});

test("a merge that is done is done when it is asked for again, also after others", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const [one, two] = [leaveWork(project, 1, { "a.txt": "1\n" }), leaveWork(project, 2, { "b.txt": "2\n" })];
  const planned = await trees.prepareMerge(order(one));
  if (planned.kind !== "ready") throw new Error(planned.kind);
  expect(await trees.merge(one.tree, planned)).toBe("done");
  await finish(trees, two);
  const tip = tipOf(project, integration);
  expect(await trees.merge(one.tree, planned)).toBe("done");
  expect(tipOf(project, integration)).toBe(tip);
});

test("a branch that moved since the plan stays where it is, and the next plan succeeds", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const work = leaveWork(project, 1, { "a.txt": "1\n" });
  const planned = await trees.prepareMerge(order(work));
  if (planned.kind !== "ready") throw new Error(planned.kind);
  const theirs = commitOn(project.checkout, planned.expected, { "b.txt": "theirs\n" });
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, theirs);
  expect(await trees.merge(work.tree, planned)).toBe("moved");
  expect(tipOf(project, integration)).toBe(theirs);
  const commit = await finish(trees, work);
  expect(
    gitIn(project.checkout, "log", "--format=%H", "--first-parent", `${planned.expected}..${commit}`),
  ).toBe(`${commit}\n${theirs}`);
  expect(fileAt(project, integration, "b.txt")).toBe("theirs");
});

test("a plan whose commit was swept away is made again", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const work = leaveWork(project, 1, { "a.txt": "1\n" });
  const planned = await trees.prepareMerge(order(work));
  if (planned.kind !== "ready") throw new Error(planned.kind);
  gitIn(project.checkout, "gc", "-q", "--prune=now");
  expect(await trees.merge(work.tree, planned)).toBe("moved");
  expect(await finish(trees, work)).toBe(planned.commit);
});

test("what cannot be merged names its files and changes nothing", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const work = leaveWork(project, 1, { "a.txt": "mine\n", "dir/c.txt": "mine\n" });
  await finish(trees, leaveWork(project, 2, { "a.txt": "theirs\n", "dir/c.txt": null }));
  const before = tipOf(project, integration);
  expect(await trees.prepareMerge(order(work))).toEqual({
    kind: "conflict",
    files: ["a.txt", "dir/c.txt"],
  });
  expect(tipOf(project, integration)).toBe(before);
});

describe("work that is on the branch already is found there", () => {
  test("because a person merged its branch", async () => {
    const project = await openTestProject();
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    gitIn(project.place.workTree, "merge", "-q", "--no-ff", work.tip);
    expect(await createTrees(project.deps).prepareMerge(order(work))).toEqual({
      kind: "merged",
      commit: work.tip,
    });
  });

  test("because a commit names it and holds it, even if its file was changed since", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const commit = await finish(trees, work);
    await finish(trees, leaveWork(project, 2, { "a.txt": "2\n" }));
    expect(await trees.prepareMerge(order(work))).toEqual({ kind: "merged", commit });
  });

  test("but not because a commit says so", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const tree = gitIn(project.checkout, "rev-parse", `${integration}^{tree}`);
    const liar = gitIn(
      project.checkout,
      "commit-tree",
      tree,
      "-p",
      integration,
      "-m",
      `All done\n\nCommission: ${work.id}`,
    );
    gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, liar);
    expect((await trees.prepareMerge(order(work))).kind).toBe("ready");
  });
});

test("many that finish at the same time become a line of commits, one each", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const before = tipOf(project, integration);
  const works = Array.from({ length: 8 }, (_, at) =>
    leaveWork(project, at + 1, { [`n${at}.txt`]: `${at}\n` }),
  );
  const commits = await Promise.all(
    works.map((work) => trees.inTurn(project.name, () => finish(trees, work))),
  );
  const line = gitIn(project.checkout, "rev-list", "--reverse", "--parents", `${before}..${integration}`);
  const parents = [before, ...commits.slice(0, -1)];
  expect(line.split("\n")).toEqual(commits.map((commit, at) => `${commit} ${parents[at]}`));
  expect(gitIn(project.place.workTree, "status", "--porcelain")).toBe("");
});

test("without taking turns they come to the same, by compare-and-swap", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const before = tipOf(project, integration);
  const works = Array.from({ length: 4 }, (_, at) =>
    leaveWork(project, at + 1, { [`n${at}.txt`]: `${at}\n` }),
  );
  await Promise.all(works.map((work) => finish(trees, work)));
  const line = gitIn(project.checkout, "rev-list", "--first-parent", `${before}..${integration}`).split("\n");
  expect(line).toHaveLength(4);
  expect(
    gitIn(
      project.checkout,
      "ls-tree",
      "--name-only",
      integration,
      "n0.txt",
      "n1.txt",
      "n2.txt",
      "n3.txt",
    ).split("\n"),
  ).toHaveLength(4);
});

test("a turn that fails is told to its owner alone, and the next one follows it", async () => {
  const { inTurn } = createTrees((await openTestProject()).deps);
  const [one, two] = ["one", "two"] as const;
  const order: string[] = [];
  const acme = (task: () => Promise<string>) => inTurn("acme" as never, task);
  const first = acme(async () => {
    await Promise.resolve();
    order.push(one);
    throw new Error("broken");
  });
  const second = acme(async () => (order.push(two), two));
  expect(await first.catch((error: Error) => error.message)).toBe("broken");
  expect(await second).toBe(two);
  expect(order).toEqual([one, two]);
});

describe("faults", () => {
  test("a lock is waited for a little, then named and left alone", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const planned = await trees.prepareMerge(order(work));
    if (planned.kind !== "ready") throw new Error(planned.kind);
    const lock = `${project.repository}/refs/heads/${integration}.lock`;
    writeFileSync(lock, "");
    const asked = performance.now();
    await expect(trees.merge(work.tree, planned)).rejects.toThrow(lock);
    expect(performance.now() - asked).toBeGreaterThan(1500);
    expect(tipOf(project, integration)).toBe(planned.expected);
    expect(readFileSync(lock, "utf8")).toBe("");
    rmSync(lock);
    expect(await trees.merge(work.tree, planned)).toBe("done");
  });

  test("a branch that the person has checked out does not move under them", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const planned = await trees.prepareMerge(order(work));
    if (planned.kind !== "ready") throw new Error(planned.kind);
    gitIn(project.checkout, "checkout", "-q", "--ignore-other-worktrees", integration);
    await expect(trees.merge(work.tree, planned)).rejects.toThrow(project.checkout);
    expect(tipOf(project, integration)).toBe(planned.expected);
    gitIn(project.checkout, "checkout", "-q", "main");
    expect(await trees.merge(work.tree, planned)).toBe("done");
  });

  test("a symbolic name in the place of the branch does not lead to the person's", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const main = tipOf(project, "main");
    gitIn(project.checkout, "symbolic-ref", `refs/heads/${integration}`, "refs/heads/main");
    await finish(trees, leaveWork(project, 1, { "a.txt": "1\n" }));
    expect(tipOf(project, "main")).toBe(main);
    expect(fileAt(project, integration, "a.txt")).toBe("1");
  });

  test("a branch that is gone is said by its name", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    gitIn(project.checkout, "update-ref", "-d", `refs/heads/${integration}`);
    await expect(trees.prepareMerge(order(work))).rejects.toThrow(`"${integration}"`);
  });

  test("a damaged object is an error, and the branch stays where it was", async () => {
    const project = await openTestProject();
    const trees = createTrees(project.deps);
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const other = leaveWork(project, 2, { "a.txt": "2\n" });
    await finish(trees, other);
    const before = tipOf(project, integration);
    const blob = gitIn(project.checkout, "rev-parse", `${work.tip}:a.txt`);
    const file = `${project.repository}/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
    rmSync(file);
    writeFileSync(file, "no object");
    await expect(trees.prepareMerge(order(work))).rejects.toThrow("merge-tree");
    expect(tipOf(project, integration)).toBe(before);
  });

  test("histories without a common beginning are refused", async () => {
    const project = await openTestProject();
    const work = leaveWork(project, 1, { "a.txt": "1\n" });
    const tree = gitIn(project.checkout, "rev-parse", `${work.tip}^{tree}`);
    const orphan = gitIn(project.checkout, "commit-tree", tree, "-m", "from nowhere");
    await expect(createTrees(project.deps).prepareMerge({ ...order(work), tip: orphan })).rejects.toThrow(
      "unrelated histories",
    );
  });
});

test("documents are listed by words of their paths, what is named whole first, and none that cannot be named", async () => {
  const project = await openTestProject();
  const odd = ["Plan two.md", "plan.md", "line\nbreak.md", "$(touch x)", "-z", "ü.md"];
  commitFiles(project.checkout, Object.fromEntries(odd.map((name) => [`docs/${name}`, "text\n"])));
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, "main");
  const list = async (text: string, limit = 100) => {
    const found = await listDocuments(project.deps, { project: project.name, text, limit });
    return [found.documents, found.more];
  };
  const shown = odd.filter((name) => !name.includes("\n")).map((name) => `docs/${name}`);
  expect(await list("docs")).toEqual([["docs", ...shown.toSorted()], false]); // a directory can be waited for
  expect(await list("PLAN md")).toEqual([["docs/Plan two.md", "docs/plan.md"], false]);
  expect(await list(" docs/plan.md ", 1)).toEqual([["docs/plan.md"], false]);
  expect(await list("", 2)).toEqual([["a.txt", "b.txt"], true]);
  for (const nothing of ["*.md", "../a.txt", ":/a.txt", "--help", "nowhere"])
    expect(await list(nothing)).toEqual([[], false]);
});

test("a document is found by its path alone, whatever the path looks like", async () => {
  const project = await openTestProject();
  const trees = createTrees(project.deps);
  const odd = ["-z", ":(top)a.txt", "*.txt", "line\nbreak.md", "@{-1}", "HEAD", "$(touch x)", "ü.md"];
  commitFiles(project.checkout, Object.fromEntries(odd.map((name) => [`docs/${name}`, "text\n"])));
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, "main");
  const has = (path: string) => trees.hasDocument(project.name, path);
  for (const name of odd) expect([name, await has(`docs/${name}`)]).toEqual([name, true]);
  for (const path of ["a.txt", "dir", "dir/c.txt"]) expect([path, await has(path)]).toEqual([path, true]);
  const none = [
    "docs/*",
    "*.txt",
    ":(top)a.txt",
    ":/a.txt",
    "dir/",
    "./a.txt",
    "../a.txt",
    "/a.txt",
    "",
    ".",
    "a.txt\0",
    "dir//c.txt",
    "docs/../a.txt",
    "HEAD:a.txt",
    "--help",
    "x",
  ];
  for (const path of none) expect([path, await has(path)]).toEqual([path, false]);
});
