// A worktree is made once, finished when its making was cut short, and proved each time.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { planTree } from "../../../src/git/merge/plan-tree.ts";
import { proveIsolation } from "../../../src/git/repository/prove-isolation.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { numbered, openTestProject, tipOf } from "../project.ts";
import { below, make, planWork, startWork, type TestWork, write } from "../worktree.ts";

const files = { ".lore/brief.md": "brief\n", ".lore/deep/x.md": "x\n", "a.txt": "a\n", "src/b.txt": "b\n" };
const allPaths = [
  ".git",
  ".lore",
  ".lore/brief.md",
  ".lore/deep",
  ".lore/deep/x.md",
  "a.txt",
  "src",
  "src/b.txt",
];

test.each([
  ["full", allPaths],
  ["sparse", [".git", ".lore", ".lore/brief.md", ".lore/deep", ".lore/deep/x.md"]],
] as const)("a %s one holds what it should, and git finds it clean", async (checkout, paths) => {
  const project = await openTestProject(files);
  const before = fingerprint(project.checkout);
  const { place, tree } = await startWork(project, { checkout });
  expect(below(place.workTree)).toEqual([...paths]);
  const sparse = ["-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false"];
  expect(gitIn(place.workTree, ...sparse, "status", "--porcelain")).toBe("");
  expect(gitIn(place.workTree, "symbolic-ref", "HEAD")).toBe(`refs/heads/${tree.branch}`);
  expectUnchanged(project.checkout, before);
});

test("what a worker did is not undone when it is made again", async () => {
  const work = await startWork(await openTestProject(files));
  rmSync(`${work.place.workTree}/a.txt`);
  write(work, { "src/b.txt": "changed\n", "new.txt": "new\n" });
  const before = below(work.place.workTree);
  await make(work);
  expect(below(work.place.workTree)).toEqual(before);
  expect(readFileSync(`${work.place.workTree}/src/b.txt`, "utf8")).toBe("changed\n");
});

const cutShort: readonly [string, (work: TestWork) => void][] = [
  ["only its branch is there", ({ place }) => removeAll(place.workTree, place.gitDir)],
  [
    "only its `.git` is there",
    ({ place }) => {
      removeAll(place.workTree, place.gitDir);
      mkdirSync(place.workTree);
      writeFileSync(`${place.workTree}/.git`, "");
    },
  ],
  [
    "its head was not written",
    ({ place }) => removeAll(`${place.gitDir}/HEAD`, `${place.gitDir}/index`, ...filesOf(place.workTree)),
  ],
  ["nothing was checked out", ({ place }) => removeAll(`${place.gitDir}/index`, ...filesOf(place.workTree))],
  [
    "half of it was checked out, and git had the index locked",
    ({ place }) => {
      renameSync(`${place.gitDir}/index`, `${place.gitDir}/index.lock`);
      removeAll(`${place.workTree}/src`);
      truncateSync(`${place.workTree}/a.txt`, 1);
    },
  ],
  ["all but the note that it is whole", () => undefined],
];

test.each(cutShort)("it is finished where %s", async (_when, cut) => {
  const work = await startWork(await openTestProject(files));
  rmSync(`${work.place.gitDir}/guild-hall-made.json`);
  cut(work);
  await make(work);
  expect(below(work.place.workTree)).toEqual(allPaths);
  expect(readFileSync(`${work.place.workTree}/a.txt`, "utf8")).toBe("a\n");
  expect(gitIn(work.place.workTree, "status", "--porcelain")).toBe("");
});

test.each(["", "{", null])(
  "work is kept where a power cut has left %j of the note that it is whole",
  async (text) => {
    const work = await startWork(await openTestProject(files));
    write(work, { "a.txt": "changed\n" });
    if (text === null) rmSync(`${work.place.gitDir}/guild-hall-made.json`);
    else writeFileSync(`${work.place.gitDir}/guild-hall-made.json`, text);
    await make(work);
    expect(readFileSync(`${work.place.workTree}/a.txt`, "utf8")).toBe("changed\n");
  },
);

test.each(["full", "sparse"] as const)(
  "work is kept in a %s one that somebody took off git's list",
  async (checkout) => {
    const project = await openTestProject(files);
    const work = await startWork(project, { checkout });
    write(work, { ".lore/brief.md": "changed\n", "new.txt": "new\n" });
    rmSync(`${work.place.workTree}/.lore/deep/x.md`);
    removeAll(work.place.gitDir);
    await make(work);
    const sparse = checkout === "sparse" ? ["-c", "core.sparseCheckout=true"] : [];
    expect(gitIn(work.place.workTree, ...sparse, "status", "--porcelain").split("\n")).toEqual([
      " M .lore/brief.md",
      " D .lore/deep/x.md",
      "?? new.txt",
    ]);
  },
);

test("a branch of its name that somebody else made is left alone", async () => {
  const project = await openTestProject(files);
  const work = await planWork(project);
  const other = gitIn(project.checkout, "commit-tree", "HEAD^{tree}", "-m", "another beginning");
  gitIn(project.checkout, "update-ref", `refs/heads/${work.tree.branch}`, other);
  await expect(make(work)).rejects.toThrow(`The repository already has a branch ${work.tree.branch}`);
  expect(tipOf(project, work.tree.branch)).toBe(other);
});

test("a symbolic name in the place of its branch does not move a branch of the person's", async () => {
  const project = await openTestProject(files);
  const work = await planWork(project);
  gitIn(project.checkout, "symbolic-ref", `refs/heads/${work.tree.branch}`, "refs/heads/unborn");
  await make(work).catch(() => undefined);
  expect(() => tipOf(project, "refs/heads/unborn")).toThrow();
});

const wrong: readonly [string, (work: TestWork) => void, string][] = [
  [
    "its `.git` was rewritten",
    ({ place }) => writeFileSync(`${place.workTree}/.git`, "gitdir: /x\n"),
    "says",
  ],
  ["its `.git` is gone", ({ place }) => rmSync(`${place.workTree}/.git`), "is not there"],
  [
    "its `.git` is a directory",
    ({ place }) => (rmSync(`${place.workTree}/.git`), mkdirSync(`${place.workTree}/.git`)),
    "is not a file",
  ],
  [
    "another branch is checked out",
    ({ place }) => writeFileSync(`${place.gitDir}/HEAD`, "ref: refs/heads/main\n"),
    'says "ref: refs/heads/main"',
  ],
  [
    "git's entry leads elsewhere",
    ({ place }) => writeFileSync(`${place.gitDir}/gitdir`, "/elsewhere/.git\n"),
    "says",
  ],
  [
    "its entry is of another repository",
    ({ place }) => writeFileSync(`${place.gitDir}/commondir`, `${place.gitDir}\n`),
    "does not belong to the repository",
  ],
  [
    "it is a link to the person's checkout",
    ({ place, project }) => (removeAll(place.workTree), symlinkSync(project.checkout, place.workTree)),
    "there is no such directory",
  ],
];

test.each(wrong)("isolation is not proved where %s", async (_what, spoil, said) => {
  const work = await startWork(await openTestProject(files));
  await proveIsolation(work.project.deps, work);
  spoil(work);
  await expect(proveIsolation(work.project.deps, work)).rejects.toThrow(said);
});

describe("what git does not track is brought along", () => {
  test("files with their mode, directories with all that is in them", async () => {
    const project = await openTestProject({ ...files, ".gitignore": ".env\nlocal/\n" });
    writeFiles(project.checkout, {
      ".env": "SECRET=1\n",
      "local/a/run.sh": "echo\n",
      "src/own.txt": "own\n",
    });
    chmodSync(`${project.checkout}/local/a/run.sh`, 0o750);
    const { place } = await startWork(project, { copy: [".env", "local", "src/own.txt"] });
    expect(readFileSync(`${place.workTree}/.env`, "utf8")).toBe("SECRET=1\n");
    expect(statSync(`${place.workTree}/local/a/run.sh`).mode & 0o777).toBe(0o750);
    expect(readFileSync(`${place.workTree}/src/own.txt`, "utf8")).toBe("own\n");
  });

  test("what git tracks stays as the branch has it, and links are left out", async () => {
    const project = await openTestProject(files);
    writeFiles(project.checkout, { "src/b.txt": "the person's own\n", "src/own.txt": "own\n" });
    symlinkSync("/etc/passwd", `${project.checkout}/src/link`);
    const work = await planWork(project);
    const { notes } = await make(work, ["src"]);
    expect(below(`${work.place.workTree}/src`)).toEqual(["b.txt", "own.txt"]);
    expect(readFileSync(`${work.place.workTree}/src/b.txt`, "utf8")).toBe("b\n");
    expect(notes).toEqual([
      'The tracked files of "src" were not copied, because the branch has them; "copy" is for untracked files.',
      'Only the regular files of "src" were copied; 1 links and others were not.',
    ]);
  });

  test.each([
    ["is missing", "gone", "there is no such file"],
    ["is a link", "link", "it is a link"],
    ["lies behind a link", "away/secret", "it is a link, or leads through one"],
    ["is a pipe", "pipe", "it is not a regular file"],
    ["is git's own", ".git/config", "it is git's own"],
    ["goes up", "../secret", "the path may not go up"],
  ])("one that %s is an error that names it", async (_what, path, said) => {
    const project = await openTestProject(files);
    const outside = tempDir();
    writeFiles(outside, { secret: "secret" });
    symlinkSync(`${outside}/secret`, `${project.checkout}/link`);
    symlinkSync(outside, `${project.checkout}/away`);
    Bun.spawnSync(["mkfifo", `${project.checkout}/pipe`]);
    const work = await planWork(project);
    const failing = make(work, [path]);
    await expect(failing).rejects.toThrow(`"${path}", which the project's "copy" names`);
    await expect(failing).rejects.toThrow(said);
    await expect(failing).rejects.toMatchObject({ code: "copy" });
  });

  test("a link of the branch's does not lead a copy out of the worktree", async () => {
    const project = await openTestProject(files);
    const outside = tempDir();
    symlinkSync(outside, `${project.checkout}/config`);
    gitIn(project.checkout, "add", "config");
    gitIn(project.checkout, "commit", "-qm", "Add a link");
    gitIn(project.checkout, "update-ref", "refs/heads/claude/main", "HEAD");
    rmSync(`${project.checkout}/config`);
    writeFiles(project.checkout, { "config/key": "secret" });
    await expect(make(await planWork(project), ["config/key"])).rejects.toThrow("leads through one");
    expect(below(outside)).toEqual([]);
  });
});

test("a plan begins where it is told, and says when that commit is gone", async () => {
  const project = await openTestProject(files);
  const kept = gitIn(project.checkout, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "kept");
  expect((await planWork(project, { startAt: kept })).tree.base).toBe(kept);
  const gone = kept.replace(/^.{4}/, "0000");
  const order = { id: numbered(1), project: project.name, checkout: "full", startAt: gone } as const;
  expect(await planTree(project.deps, order)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`The repository of project "acme" no longer has the commit ${gone}`),
  });
});

function removeAll(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

function filesOf(workTree: string): string[] {
  return below(workTree)
    .filter((path) => path !== ".git")
    .map((path) => `${workTree}/${path}`);
}
