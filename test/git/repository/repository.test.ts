// Which repositories the hall can work with, and what it says of those it cannot.
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { join } from "node:path";
import { projectName } from "../../../src/contract/home/ids.ts";
import { openRepository, projectOf, tipOf } from "../../../src/git/repository/repository.ts";
import { countsBetween, findBranch, isAncestor, listBranches } from "../../../src/git/repository/refs.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";

const project = projectName.parse("acme");

async function said(path: string, deps = treesDeps()): Promise<string> {
  const opened = openRepository(deps, { project, path }).then(
    () => ({ code: "none", message: "" }),
    (error: { code: string; message: string }) => error,
  );
  const { code, message } = await opened;
  expect(["project", "none"]).toContain(code);
  return message.replaceAll(path, "PATH");
}

const bare = () => {
  const path = join(tempDir(), "bare.git");
  gitIn(tempDir(), "clone", "-q", "--bare", makeRepository(), path);
  return path;
};

const inConfig = (text: string) => () => {
  const path = makeRepository();
  appendFileSync(join(path, ".git/config"), text);
  return path;
};

const unusable: [string, () => string, RegExp][] = [
  ["a path where nothing is", () => join(tempDir(), "gone"), /^PATH is not there\.$/],
  ["a file", () => join(makeRepository(), "README.md"), /^PATH is a file\. Give the directory/],
  ["a directory without a repository", () => tempDir(), /^PATH is not a git repository\. Run "git init"/],
  [
    "a directory inside one",
    () => join(makeRepository(), "src"),
    /^PATH is inside the repository (\S+)\. Give \1\.$/,
  ],
  [
    "its git directory",
    () => join(makeRepository(), ".git"),
    /^PATH is the git directory of (\S+)\. Give \1\.$/,
  ],
  ["a bare repository", bare, /^PATH is a bare repository, without a checkout\. Clone it/],
  ["one that says it is bare", inConfig("[core]\n\tbare = true\n"), /^PATH is a bare repository/],
  ["a partial clone", inConfig('[remote "origin"]\n\tpromisor = true\n'), /is a partial clone.*full clone/],
  ["another kind of refs", inConfig("[extensions]\n\trefStorage = reftable\n"), /the extension "refstorage"/],
  ["a format of the future", inConfig("[core]\n\trepositoryFormatVersion = 7\n"), /newer format/],
  ["settings that are no settings", inConfig("[core\n"), /config cannot be read: fatal: bad config line/],
  [
    "settings without end",
    inConfig(`# ${"x".repeat(1_100_000)}\n`),
    /config is not a small plain file, so the hall does not read it/,
  ],
  [
    "a .git that leads nowhere",
    () => {
      const path = tempDir();
      writeFileSync(join(path, ".git"), `gitdir: ${path}/not-there\n`);
      return path;
    },
    /^PATH\/\.git leads to PATH\/not-there, which is not there\. Run "git worktree repair"/,
  ],
  [
    "a .git that is no file",
    () => {
      const path = tempDir();
      execFileSync("mkfifo", [join(path, ".git")]);
      return path;
    },
    /^PATH\/\.git does not say where the repository is/,
  ],
  [
    "a part that is missing",
    () => {
      const path = makeRepository();
      rmSync(join(path, ".git/objects"), { recursive: true });
      return path;
    },
    /is not a git directory, or a part of it is missing/,
  ],
];

test.each(unusable)("%s is refused in one sentence", async (_, make, sentence) => {
  const path = make();
  expect(await said(path)).toMatch(sentence);
});

test("a repository opens, and gets nothing but the directory for worktrees", async () => {
  const path = makeRepository();
  const before = fingerprint(path);
  const deps = treesDeps();
  const opened = await openRepository(deps, { project, path });
  expect(opened).toMatchObject({ top: path, repository: join(path, ".git"), isShallow: false });
  expect(await findBranch(deps, opened.place, "main")).toBe(gitIn(path, "rev-parse", "main"));
  expectUnchanged(path, before);
});

const usable: [string, () => { path: string; repository: string }][] = [
  [
    "a link to it",
    () => {
      const [path, link] = [makeRepository(), join(tempDir(), "link")];
      symlinkSync(path, link);
      return { path: link, repository: join(path, ".git") };
    },
  ],
  [
    "a worktree of it",
    () => {
      const [path, other] = [makeRepository(), join(tempDir(), "other")];
      gitIn(path, "worktree", "add", "-q", other);
      return { path: other, repository: join(path, ".git") };
    },
  ],
  [
    "a worktree of a bare one",
    () => {
      const [path, other] = [bare(), join(tempDir(), "other")];
      gitIn(path, "worktree", "add", "-q", other, "main");
      return { path: other, repository: path };
    },
  ],
  [
    "a submodule",
    () => {
      const [outer, inner] = [makeRepository(), makeRepository()];
      gitIn(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
      return { path: join(outer, "sub"), repository: join(outer, ".git/modules/sub") };
    },
  ],
  [
    "objects that it has from another",
    () => {
      const path = join(tempDir(), "clone");
      gitIn(tempDir(), "clone", "-q", "--shared", makeRepository(), path);
      return { path, repository: join(path, ".git") };
    },
  ],
];

test.each(usable)("%s works", async (_, make) => {
  const { path, repository } = make();
  const deps = treesDeps();
  const opened = await openRepository(deps, { project, path });
  expect(opened.repository).toBe(repository);
  expect(await findBranch(deps, opened.place, "main")).toMatch(/^[0-9a-f]{40}$/);
});

test("a shallow clone works, and is known as one", async () => {
  const source = makeRepository();
  commitFiles(source, { more: "more\n" });
  const path = join(tempDir(), "clone");
  gitIn(tempDir(), "clone", "-q", "--depth", "1", `file://${source}`, path);
  const deps = treesDeps();
  const { isShallow, place } = await openRepository(deps, { project, path });
  expect(isShallow).toBe(true);
  const tip = (await findBranch(deps, place, "main")) ?? "";
  expect(await countsBetween(deps, place, { tip, other: tip })).toEqual({ ahead: 0, behind: 0 });
});

test("names of objects with 64 digits work", async () => {
  const path = tempDir();
  gitIn(path, "init", "-q", "-b", "main", "--object-format=sha256");
  const tip = commitFiles(path, { a: "a\n" });
  const deps = treesDeps();
  const { place } = await openRepository(deps, { project, path });
  expect(await findBranch(deps, place, "main")).toBe(tip);
  expect(tip).toHaveLength(64);
});

test("another owner's repository opens", async () => {
  const path = makeRepository();
  execFileSync("chown", ["-R", "65534:65534", path]);
  expect(() => gitIn(path, "status")).toThrow("dubious ownership");
  expect(await said(path)).toBe("");
});

test("only settings about how files are written are kept, and only values that are words", async () => {
  const path = makeRepository();
  const text = '[core]\n\tautocrlf = input\n\teol = "lf\\n[alias]"\n\tfsmonitor = touch x\n\tsymlinks\n';
  appendFileSync(join(path, ".git/config"), text);
  const { kept } = await openRepository(treesDeps(), { project, path });
  expect(Object.fromEntries(kept)).toEqual({
    "core.filemode": "true",
    "core.autocrlf": "input",
    "core.symlinks": "true",
  });
});

test("what the settings include is not read", async () => {
  const path = makeRepository();
  writeFileSync(join(path, ".git/more"), "[core]\n\tautocrlf = true\n");
  appendFileSync(join(path, ".git/config"), "[include]\n\tpath = more\n");
  const { kept } = await openRepository(treesDeps(), { project, path });
  expect(kept.has("core.autocrlf")).toBe(false);
});

test("a repository that was moved says so, and works at its new path", async () => {
  const path = makeRepository();
  const deps = treesDeps();
  deps.set({ acme: { path, branch: "main" } });
  const { place } = await projectOf(deps, project);
  const moved = join(tempDir(), "moved");
  renameSync(path, moved);
  expect(await said(path, deps)).toBe(
    'PATH is not there. If it was moved, run "guild-hall config set projects.acme.path NEW-PATH".',
  );
  deps.set({ acme: { path: moved, branch: "main" } });
  await projectOf(deps, project);
  expect(await findBranch(deps, place, "main")).toBe(gitIn(moved, "rev-parse", "main"));
});

test("a path that leads to another repository than before is refused", async () => {
  const deps = treesDeps();
  await openRepository(deps, { project, path: makeRepository() });
  expect(await said(makeRepository(), deps)).toContain(
    "Set the path back, or remove the project and add it again.",
  );
});

test("a project that is none, or has no repository or no branch, is told as that", async () => {
  const deps = treesDeps();
  deps.set({ named: {}, unsaid: { path: makeRepository() } });
  for (const [name, words] of [
    ["acme", 'There is no project "acme".'],
    ["named", 'Project "named" has no repository'],
    ["unsaid", "config set projects.unsaid.branch BRANCH"],
  ] as const)
    await expect(projectOf(deps, projectName.parse(name))).rejects.toMatchObject({
      code: "project",
      message: expect.stringContaining(words),
    });
});

test("the tips of its branches, and what is wrong with them", async () => {
  const path = makeRepository();
  const deps = treesDeps();
  deps.set({ acme: { path, branch: "main" } });
  const opened = await projectOf(deps, project);
  const tip = gitIn(path, "rev-parse", "main");
  expect(await tipOf(deps, opened, "branch")).toBe(tip);
  await expect(tipOf(deps, opened, "integration")).rejects.toThrow("guild-hall project add acme");
  const object = join(path, ".git/objects", tip.slice(0, 2), tip.slice(2));
  rmSync(object);
  writeFileSync(object, "junk");
  await expect(tipOf(deps, opened, "branch")).rejects.toThrow(/is damaged: .*Run "git fsck" there\./s);
});

test("branches are listed by their names, and compared", async () => {
  const path = makeRepository();
  const first = gitIn(path, "rev-parse", "main");
  gitIn(path, "branch", "claude/main");
  gitIn(path, "branch", "claudette");
  gitIn(path, "pack-refs", "--all");
  const second = commitFiles(path, { b: "b\n" });
  const deps = treesDeps();
  const { place } = await openRepository(deps, { project, path });
  expect(await listBranches(deps, place, "claude")).toEqual([{ name: "claude/main", tip: first }]);
  expect((await listBranches(deps, place)).map(({ name }) => name)).toEqual([
    "claude/main",
    "claudette",
    "main",
  ]);
  expect(await findBranch(deps, place, "claude")).toBeUndefined();
  expect(await isAncestor(deps, place, { old: first, of: second })).toBe(true);
  expect(await isAncestor(deps, place, { old: second, of: first })).toBe(false);
  await expect(isAncestor(deps, place, { old: "f".repeat(40), of: first })).rejects.toMatchObject({
    code: "git",
  });
  expect(await countsBetween(deps, place, { tip: first, other: second })).toEqual({ ahead: 0, behind: 1 });
});

test("nothing that a repository's settings name is run while it is opened", async () => {
  const path = makeRepository();
  const canary = join(tempDir(), "canary");
  const run = `touch ${canary}`;
  appendFileSync(
    join(path, ".git/config"),
    `[core]\n\tfsmonitor = ${run}\n\tpager = ${run}\n\tsshCommand = ${run}\n\thooksPath = hooks\n[alias]\n\tconfig = !${run}\n[pager]\n\tconfig = ${run}\n`,
  );
  mkdirSync(join(path, ".git/hooks"), { recursive: true });
  writeFileSync(join(path, ".git/hooks/reference-transaction"), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  const deps = treesDeps();
  const { place } = await openRepository(deps, { project, path });
  await listBranches(deps, place);
  expect(existsSync(canary)).toBe(false);
});
