// A project is added: its branch and worktree are made, and nothing else in the person's repository changes.
import { expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { projectName } from "../../../src/contract/home/ids.ts";
import { type ProjectAddOrder, planAdd } from "../../../src/git/projects/plan-add.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn, makeRepository, treesDeps, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { add, type Deps, livedIn, name } from "./lived-in.ts";

test("adding makes the branch and its worktree, and changes nothing else", async () => {
  const path = livedIn();
  const before = fingerprint(path);
  const deps = treesDeps();
  const plan = await add(deps, { path });
  const main = gitIn(path, "rev-parse", "main");
  expect(plan).toMatchObject({
    branch: "main",
    integration: "claude/main",
    tip: main,
    makes: ["branch", "worktree"],
    notes: [],
  });
  expectUnchanged(path, before);
  expect(gitIn(path, "rev-parse", "claude/main")).toBe(main);
  expect(gitIn(path, "worktree", "list", "--porcelain")).toContain(`worktree ${plan.worktree}\n`);
  expect(gitIn(plan.worktree, "status", "--porcelain=v2", "--branch")).toBe(
    `# branch.oid ${main}\n# branch.head claude/main`,
  );
  expect(readdirSync(plan.worktree).sort()).toEqual([".git", ".gitignore", "a.txt", "c.txt", "src"]);
  expect(readFileSync(join(plan.worktree, "a.txt"), "utf8")).toBe("a\n");
  expect(readdirSync(deps.home.projects)).toEqual(["acme"]);
  expect(readdirSync(deps.home.repositories)).toEqual(["acme"]);
});

test("a plan alone changes nothing at all", async () => {
  const path = livedIn();
  const before = fingerprint(path);
  const deps = treesDeps();
  await planAdd(deps, { name, path });
  expectUnchanged(path, before);
  expect(existsSync(join(path, ".git/worktrees"))).toBe(false);
  expect(readdirSync(deps.home.root)).toEqual(["repositories"]);
  expect(readdirSync(deps.home.repositories)).toEqual([]);
});

test("the fingerprint sees what it is there to see", () => {
  const changes: ((path: string) => void)[] = [
    (path) => appendFileSync(join(path, ".git/config"), "#\n"),
    (path) => gitIn(path, "add", "untracked.txt"),
    (path) => gitIn(path, "stash", "drop", "-q"),
    (path) => gitIn(path, "branch", "-D", "loose"),
    (path) => gitIn(path, "checkout", "-q", "other"),
    (path) => rmSync(join(path, ".git/hooks/post-checkout")),
    (path) => rmSync(join(path, "x.log")),
    (path) => writeFileSync(join(path, ".git/index.lock"), ""),
    (path) => rmSync(join(path, ".git/objects"), { recursive: true }),
  ];
  for (const change of changes) {
    const path = livedIn();
    rmSync(join(path, ".git/hooks/post-checkout"));
    writeFileSync(join(path, ".git/hooks/post-checkout"), "#!/bin/sh\n", { mode: 0o755 });
    const before = fingerprint(path);
    change(path);
    expect(() => expectUnchanged(path, before)).toThrow();
  }
});

async function refused(order: Omit<ProjectAddOrder, "name">, deps = treesDeps()): Promise<string> {
  const failed = planAdd(deps, { name, ...order }).then(
    () => ({ code: "", message: "" }),
    (error: { code: string; message: string }) => error,
  );
  const { code, message } = await failed;
  expect(code).toBe("project");
  return message.replaceAll(order.path, "PATH");
}

const emptyRepository = () => {
  const path = tempDir();
  gitIn(path, "init", "-q", "-b", "main");
  return path;
};

const withGit =
  (...args: string[]) =>
  () => {
    const path = makeRepository();
    gitIn(path, ...args);
    return path;
  };

const refusals: [string, () => Omit<ProjectAddOrder, "name">, RegExp][] = [
  ["no commits yet", () => ({ path: emptyRepository() }), /^PATH has no commits yet\. Make a first one/],
  [
    "a detached head",
    () => ({ path: withGit("checkout", "-q", "--detach")() }),
    /no branch\. Name your branch with "--branch BRANCH"\.$/,
  ],
  [
    "a branch that is not there",
    () => ({ path: makeRepository(), branch: "nope" }),
    /^There is no branch "nope" .* there are: main\.$/,
  ],
  [
    "a branch called claude",
    () => ({ path: withGit("branch", "claude")() }),
    /^Git cannot make the branch "claude\/main" beside the branch "claude".*"git branch -m claude NEW-NAME"\.$/,
  ],
  [
    "a packed branch called claude",
    () => {
      const path = withGit("branch", "claude")();
      gitIn(path, "pack-refs", "--all");
      return { path };
    },
    /^Git cannot make the branch "claude\/main" beside the branch "claude",/,
  ],
  [
    "a branch called claude/commission",
    () => ({ path: withGit("branch", "claude/commission")() }),
    /^Git cannot make the branch "claude\/commission\/ID" beside the branch "claude\/commission",/,
  ],
  [
    "a branch below",
    () => ({ path: withGit("branch", "claude/main/x")() }),
    /^Git cannot make the branch "claude\/main" beside the branch "claude\/main\/x",/,
  ],
  [
    "claude as the integration branch",
    () => ({ path: makeRepository(), integration: "claude" }),
    /^Git cannot make the branch "claude\/commi.* beside the branch "claude",/,
  ],
  [
    "one of a commission's",
    () => ({ path: makeRepository(), integration: "claude/commission/x" }),
    /is a name among the branches of commissions/,
  ],
  [
    "the person's own branch",
    () => ({ path: makeRepository(), integration: "main" }),
    /^"main" is your own branch/,
  ],
  [
    "an integration branch that is checked out",
    () => ({ path: withGit("checkout", "-q", "-b", "claude/main")(), branch: "main" }),
    /^The branch "claude\/main" is checked out at PATH\. /,
  ],
  [
    "one that is checked out in another worktree",
    () => {
      const path = makeRepository();
      gitIn(path, "worktree", "add", "-q", "-b", "claude/main", `${path}-beside`);
      return { path };
    },
    /^The branch "claude\/main" is checked out at PATH-beside\. /,
  ],
  [
    "an odd name",
    () => ({ path: withGit("checkout", "-q", "-b", "fix#1")() }),
    /^The branch "fix#1" has a name that the hall cannot use/,
  ],
];

test.each(refusals)("%s is refused with the way out, and nothing is changed", async (_, make, words) => {
  const order = make();
  const before = fingerprint(order.path);
  expect(await refused(order)).toMatch(words);
  expectUnchanged(order.path, before);
});

test("a detached head is no obstacle where the branch is named", async () => {
  const path = withGit("checkout", "-q", "--detach")();
  expect(await add(treesDeps(), { path, branch: "main" })).toMatchObject({ branch: "main" });
});

test("the person's branch may be one that they have fetched", async () => {
  const path = join(tempDir(), "clone");
  gitIn(tempDir(), "clone", "-q", makeRepository(), path);
  commitFiles(path, { "mine.txt": "mine\n" });
  const plan = await add(treesDeps(), { path, branch: "origin/main" });
  expect(plan).toMatchObject({ branch: "origin/main", tip: gitIn(path, "rev-parse", "origin/main") });
});

test("a branch claude/main that is there already is used as it is", async () => {
  const path = makeRepository();
  gitIn(path, "branch", "claude/main");
  commitFiles(path, { "new.txt": "new\n" });
  const deps = treesDeps();
  const plan = await add(deps, { path });
  expect(plan).toMatchObject({ makes: ["worktree"], tip: gitIn(path, "rev-parse", "main~1") });
  expect(plan.notes).toEqual([
    'The branch "claude/main" is there already and is used as it is: 0 ahead of "main", 1 behind.',
  ]);
  expect(existsSync(join(plan.worktree, "new.txt"))).toBe(false);
});

test("the hall's own home, another's repository and a name that is taken are refused; what lies in another is named", async () => {
  const deps = treesDeps();
  const path = makeRepository();
  const plan = await add(deps, { path });
  const other = projectName.parse("other");
  const asOther = (at: string) => planAdd(deps, { name: other, path: at });
  await expect(asOther(plan.worktree)).rejects.toThrow("belongs to the hall's own home");
  await expect(asOther(path)).rejects.toThrow('is the project "acme" already.');
  expect(await refused({ path: makeRepository() }, deps)).toContain('There is a project "acme" already, at');
  const inside = join(path, "vendor");
  mkdirSync(inside);
  gitIn(inside, "init", "-q", "-b", "main");
  commitFiles(inside, { x: "x\n" });
  expect((await asOther(inside)).notes).toEqual([`It lies inside the project "acme", at ${path}.`]);
});

test("a repository that another hall has under the same name is left to it, unless that hall has moved here", async () => {
  const path = makeRepository();
  const there = treesDeps();
  const { worktree } = await add(there, { path });
  expect(await refused({ path })).toContain(`at ${worktree}. Choose another name`);
  const asOther = planAdd(treesDeps(), { name: projectName.parse("other"), path });
  await expect(asOther).rejects.toThrow(`"claude/main" is checked out at ${worktree}.`);
  const moved = treesDeps();
  rmSync(moved.home.root, { recursive: true });
  renameSync(there.home.root, moved.home.root);
  const again = await add(moved, { path });
  expect(gitIn(again.worktree, "status", "--porcelain", "--branch")).toBe("## claude/main");
});

test("something else in the worktree's place is left alone", async () => {
  const deps = treesDeps();
  mkdirSync(join(deps.home.projects, "acme"), { recursive: true });
  writeFileSync(join(deps.home.projects, "acme/mine"), "mine\n");
  expect(await refused({ path: makeRepository() }, deps)).toContain("acme is in the way");
});

const halves: [string, (path: string, deps: Deps) => void][] = [
  ["nothing is left of it", () => undefined],
  ["only the branch was made", (path) => gitIn(path, "branch", "claude/main")],
  [
    "half of the files lie in the draft",
    (path, { home }) => {
      writeFiles(home.projects, { ".acme.draft/a.txt": "half" });
      writeFiles(path, {
        ".git/worktrees/guild-hall-acme/index.draft.lock": "",
        ".git/worktrees/guild-hall-acme/HEAD": "ref: refs/heads/claude/main\n",
      });
    },
  ],
];

test.each(halves)("adding that was cut off is repeated where %s", async (_, leave) => {
  const path = livedIn();
  const before = fingerprint(path);
  const deps = treesDeps();
  leave(path, deps);
  const { worktree } = await add(deps, { path });
  expect(gitIn(worktree, "status", "--porcelain")).toBe("");
  expect(readdirSync(deps.home.projects)).toEqual(["acme"]);
  expectUnchanged(path, before);
});

const losses: [string, (path: string, worktree: string) => void][] = [
  ["nothing is missing", () => undefined],
  ["its worktree was deleted", (_, worktree) => rmSync(worktree, { recursive: true })],
  ["its branch was deleted", (path) => gitIn(path, "update-ref", "-d", "refs/heads/claude/main")],
  [
    "git was told to forget its worktree",
    (path) => rmSync(join(path, ".git/worktrees/guild-hall-acme"), { recursive: true }),
  ],
];

test.each(losses)(
  "adding it again makes it whole where %s, and keeps what was changed there",
  async (what, lose) => {
    const path = livedIn();
    const before = fingerprint(path);
    const deps = treesDeps();
    const { worktree } = await add(deps, { path });
    if (!what.includes("deleted")) writeFiles(worktree, { "a.txt": "edited\n" });
    lose(path, worktree);
    await add(deps, { path });
    const isEdited = !what.includes("deleted");
    expect(gitIn(worktree, "status", "--porcelain")).toBe(
      isEdited ? " M a.txt".trimStart() && " M a.txt" : "",
    );
    expectUnchanged(path, before);
  },
);
