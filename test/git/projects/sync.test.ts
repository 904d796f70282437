// Sync on real repositories: every way in which the two branches can stand to each other.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTrees } from "../../../src/git/trees.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import {
  commitOn,
  fsck,
  integration,
  openTestProject,
  personState,
  push,
  reachable,
  sync,
  tipOf,
  type TestProject,
  work,
} from "../project.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

afterEach(removeTempDirs);

/** As a forge merges a pull request with one commit. */
function squash({ checkout }: TestProject, ref = integration): void {
  gitIn(checkout, "merge", "-q", "--squash", ref);
  gitIn(checkout, "commit", "-qm", "Squashed");
}

const lines = (text: string) => text.split(" ").join("\n") + "\n";

function filesOf(project: TestProject, ref = integration): Record<string, string> {
  const names = gitIn(project.checkout, "ls-tree", "-r", "--name-only", ref).split("\n");
  return Object.fromEntries(
    names.map((name) => [name, gitIn(project.checkout, "show", `${ref}:${name}`).split("\n").join(" ")]),
  );
}

interface Case {
  arrange(project: TestProject): void;
  kind: string;
  /** Of the integration branch afterwards. */
  files: Record<string, string>;
  /** Its parents, as names of refs before the sync. */
  parents?: [string, string];
}

const start = { "a.txt": lines("1 2 3 4 5 6 7 8 9"), "b.txt": "b\n" };
const a = "1 2 3 4 5 6 7 8 9";

const cases: Record<string, Case> = {
  "nothing on either side": {
    arrange: () => undefined,
    kind: "nothing",
    files: { "a.txt": a, "b.txt": "b" },
  },
  "only work": {
    arrange: (project) => void work(project, { "w.txt": "w\n" }),
    kind: "nothing",
    files: { "a.txt": a, "b.txt": "b", "w.txt": "w" },
  },
  "only pushes": {
    arrange: (project) => void push(project, { "b.txt": "pushed\n" }),
    kind: "fast-forward",
    files: { "a.txt": a, "b.txt": "pushed" },
  },
  "work that was merged with a merge commit": {
    arrange: (project) => {
      work(project, { "w.txt": "w\n" });
      push(project, { "b.txt": "pushed\n" });
      gitIn(project.checkout, "merge", "-q", "--no-ff", "-m", "Merged", integration);
    },
    kind: "fast-forward",
    files: { "a.txt": a, "b.txt": "pushed", "w.txt": "w" },
  },
  "all work squash-merged": {
    arrange: (project) => {
      work(project, { "w.txt": "w\n", "a.txt": lines("1 2 3 4 5 6 7 8 9 ten") });
      work(project, { "v.txt": "v\n" });
      push(project, { "b.txt": "pushed\n" });
      squash(project);
    },
    kind: "squash-merged",
    files: { "a.txt": `${a} ten`, "b.txt": "pushed", "v.txt": "v", "w.txt": "w" },
    parents: ["main", integration],
  },
  "all work squash-merged and changed since": {
    arrange: (project) => {
      work(project, { "w.txt": "w\n", "a.txt": lines("1 2 3 4 5 6 7 8 9 ten") });
      squash(project);
      push(project, { "w.txt": "better\n", "a.txt": lines("1 2 3 4 5 6 7 8 9 TEN") });
    },
    kind: "squash-merged",
    files: { "a.txt": `${a} TEN`, "b.txt": "b", "w.txt": "better" },
    parents: ["main", integration],
  },
  "all work squash-merged and taken back since": {
    arrange: (project) => {
      work(project, { "a.txt": lines("1 2 3 4 5 6 7 8 9 ten"), "w.txt": "w\n" });
      squash(project);
      gitIn(project.checkout, "revert", "--no-edit", "HEAD");
    },
    kind: "squash-merged",
    files: { "a.txt": a, "b.txt": "b" },
    parents: ["main", integration],
  },
  "all work taken over commit by commit": {
    arrange: (project) => {
      const [one, two] = [work(project, { "w.txt": "w\n" }), work(project, { "w.txt": "w2\n" })];
      push(project, { "b.txt": "pushed\n" });
      gitIn(project.checkout, "cherry-pick", one, two);
    },
    kind: "squash-merged",
    files: { "a.txt": a, "b.txt": "pushed", "w.txt": "w2" },
    parents: ["main", integration],
  },
  "the first part squash-merged": {
    arrange: (project) => {
      work(project, { "w.txt": "w\n" });
      squash(project);
      work(project, { "w.txt": "w2\n", "v.txt": "v\n" });
    },
    kind: "merge",
    files: { "a.txt": a, "b.txt": "b", "v.txt": "v", "w.txt": "w2" },
    parents: [integration, "main"],
  },
  "the first part squash-merged and changed since": {
    arrange: (project) => {
      work(project, { "w.txt": lines("w 1 2 3 4 5") });
      squash(project);
      push(project, { "w.txt": lines("W 1 2 3 4 5") });
      work(project, { "w.txt": lines("w 1 2 3 4 5 6") });
    },
    kind: "merge",
    files: { "a.txt": a, "b.txt": "b", "w.txt": "W 1 2 3 4 5 6" },
    parents: [integration, "main"],
  },
  "the first part squash-merged and taken back since": {
    arrange: (project) => {
      work(project, { "w.txt": "w\n" });
      squash(project);
      gitIn(project.checkout, "revert", "--no-edit", "HEAD");
      work(project, { "v.txt": "v\n" });
    },
    kind: "merge",
    files: { "a.txt": a, "b.txt": "b", "v.txt": "v" },
    parents: [integration, "main"],
  },
  "work and pushes": {
    arrange: (project) => {
      work(project, { "a.txt": lines("one 2 3 4 5 6 7 8 9") });
      push(project, { "a.txt": lines("1 2 3 4 5 6 7 8 nine") });
    },
    kind: "merge",
    files: { "a.txt": "one 2 3 4 5 6 7 8 nine", "b.txt": "b" },
    parents: [integration, "main"],
  },
  "work and pushes that do not go together": {
    arrange: (project) => {
      work(project, { "a.txt": lines("work"), "w.txt": "w\n" });
      push(project, { "a.txt": lines("pushed") });
    },
    kind: "conflict",
    files: { "a.txt": "work", "b.txt": "b", "w.txt": "w" },
  },
};

for (const [what, { arrange, kind, files, parents }] of Object.entries(cases)) {
  test(`${what}: ${kind}`, async () => {
    const project = await openTestProject(start);
    arrange(project);
    const [before, all, person] = [tipOf(project, integration), reachable(project), personState(project)];
    const oids = parents?.map((ref) => tipOf(project, ref)).join(" ");
    const objects = gitIn(project.checkout, "count-objects");
    const planned = await sync(project, true);
    expect([planned.kind, planned.into.before, planned.moved]).toEqual([kind as never, before, false]);
    expect([tipOf(project, integration), gitIn(project.checkout, "count-objects")]).toEqual([
      before,
      objects,
    ]);
    const done = await sync(project);
    expect(done).toEqual({ ...planned, dryRun: false, moved: planned.into.after !== before });
    expect(tipOf(project, integration)).toBe(planned.into.after);
    expect(filesOf(project)).toEqual(files);
    if (oids !== undefined)
      expect(gitIn(project.checkout, "log", "-1", "--format=%P", integration)).toBe(oids);
    expect(done.conflicts).toEqual(kind === "conflict" ? ["a.txt"] : []);
    expect(all.filter((commit) => !reachable(project).includes(commit))).toEqual([]);
    expect([personState(project), fsck(project)]).toEqual([person, ""]);
    expect(gitIn(project.place.workTree, "status", "--porcelain", "--branch")).toBe(`## ${integration}`);
    // What was brought in is in: the next one has nothing to do.
    if (kind !== "conflict") expect((await sync(project)).kind).toBe("nothing");
  });
}

test("a conflict says how to settle it, and after that there is nothing to do", async () => {
  const project = await openTestProject(start);
  cases["work and pushes that do not go together"]?.arrange(project);
  const { notes, from } = await sync(project);
  const { workTree } = project.place;
  expect(notes).toEqual([expect.stringContaining(`"git merge ${from.branch}" in ${workTree}`)]);
  expect(() => gitIn(workTree, "merge", "main")).toThrow();
  writeFileSync(join(workTree, "a.txt"), "both\n");
  gitIn(workTree, "commit", "-qam", "Settled");
  expect((await sync(project)).kind).toBe("nothing");
});

test("a branch that was rewritten after it was brought in costs nothing that was there", async () => {
  const project = await openTestProject(start);
  const old = push(project, { "p.txt": "p\n" });
  await sync(project);
  const done = work(project, { "w.txt": "w\n" });
  gitIn(project.checkout, "reset", "-q", "--hard", "HEAD~1");
  push(project, { "first.txt": "first\n" });
  gitIn(project.checkout, "cherry-pick", old);
  const report = await sync(project);
  expect([report.kind, report.taken]).toEqual(["merge", old]);
  expect(filesOf(project)).toEqual({
    "a.txt": a,
    "b.txt": "b",
    "first.txt": "first",
    "p.txt": "p",
    "w.txt": "w",
  });
  for (const commit of [old, done, tipOf(project, "main")]) expect(reachable(project)).toContain(commit);
});

test("a commission that was open during a sync is merged as if nothing had been", async () => {
  const project = await openTestProject(start);
  const base = work(project, { "w.txt": lines("1 2 3 4 5") });
  const tip = commitOn(project.checkout, base, { "w.txt": lines("1 2 3 4 five") });
  squash(project);
  push(project, { "w.txt": lines("one 2 3 4 5") });
  expect((await sync(project)).kind).toBe("squash-merged");
  const tree = {
    project: project.name,
    repository: project.repository,
    branch: "claude/commission/x",
    base,
    into: integration,
    checkout: "full" as const,
  };
  const trees = createTrees(project.deps);
  const words = {
    message: "Work",
    people: commitPeople("implementer", null),
    at: "2026-01-01T00:00:00.000Z",
  };
  const planned = await trees.prepareMerge({
    id: "0197f3a2-7c1b-7abc-8def-000000000001" as never,
    tree,
    tip,
    ...words,
  });
  if (planned.kind !== "ready") throw new Error(planned.kind);
  expect(await trees.merge(tree, planned)).toBe("done");
  expect(filesOf(project)["w.txt"]).toBe("one 2 3 4 five");
});
