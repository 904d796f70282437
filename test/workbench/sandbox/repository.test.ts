// What a worker sees of its project's repository from inside the real sandbox, and what it cannot do to it. Each attack
// is also carried out with its guard taken away, where it must succeed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { showRepository, type RepositoryMount } from "../../../src/git/repository/sandbox-repository.ts";
import { keptByGit } from "../../../src/git/repository/places.ts";
import type { Checkout } from "../../../src/contract/project/tree.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { inside } from "../../../src/workbench/sandbox/inside.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { indexOf, laySomeTree, type SomeTree } from "../../harness/git/some-tree.ts";
import { tempDir } from "../../harness/temp.ts";
import { type Change, clearGround, type Ground, layGround, runAsOrdinary, runInside } from "./inside.ts";
import { isWithoutSandbox } from "./usable.ts";

interface Scene extends SomeTree {
  ground: Ground;
  shown: readonly RepositoryMount[];
}

const canary = "canary-4d1e";

async function laySceneIn(directory: string, kind: Checkout = "full"): Promise<Scene> {
  const some = await laySomeTree(directory, { checkout: kind });
  const { repository } = some.tree;
  some.git("config", "remote.origin.url", `https://me:${canary}@example.invalid/acme.git`);
  some.git("worktree", "add", "--quiet", "--detach", join(directory, "other"), "main");
  mkdirSync(`${repository}/modules`);
  writeFileSync(`${repository}/FETCH_HEAD`, `${canary}\n`);
  const shown = await show(some, directory);
  const ground = layGround({ workDir: some.worktree, shown }, directory);
  return { ...some, ground, shown };
}

function show(
  { home, tree }: Pick<SomeTree, "home" | "tree">,
  directory: string,
): Promise<RepositoryMount[]> {
  return showRepository(systemDisk, { home, id: someId, tree, files: join(directory, "made"), inside });
}

const git = "git -c user.name=w -c user.email=w@example.invalid";

interface Attack {
  name: string;
  script: string;
  /** What is shown in the place of what it is. */
  control(scene: Scene): Change;
}

/** The way it must not be done: all of the repository, as it is. */
const wholeRepository = ({ tree }: Scene): Change => ({
  add: ["--bind", tree.repository, inside.repository],
});
const writable =
  (name: string) =>
  (scene: Scene): Change => ({
    add: ["--bind", `${scene.tree.repository}/${name}`, `${inside.repository}/${name}`],
  });
const without =
  (to: string) =>
  (scene: Scene): Change => {
    const part = scene.shown.find((each) => each.to === to);
    return { drop: [["--ro-bind", part?.from ?? "", to]] };
  };
const kept = keptByGit(inside.repository, `commission-${someId}`);
const writableIndex = (scene: Scene): Change => ({
  add: [
    "--bind",
    keptByGit(scene.tree.repository, `commission-${someId}`),
    kept,
    "--bind",
    `${scene.tree.repository}/objects`,
    `${inside.repository}/objects`,
  ],
});

const attacks: Attack[] = [
  {
    name: "read a token in the repository's settings",
    script: `grep -rqs ${canary} /gh`,
    control: wholeRepository,
  },
  { name: "learn of a remote", script: 'test -n "$(git remote)"', control: wholeRepository },
  ...["hooks", "logs", "FETCH_HEAD", "modules", "index", "worktrees/other"].map((name) => ({
    name: `see ${name} of the repository`,
    script: `test -e ${inside.repository}/${name}`,
    control: wholeRepository,
  })),
  {
    name: "learn where its worktree is",
    script: `grep -qs hall ${kept}/gitdir`,
    control: without(`${kept}/gitdir`),
  },
  {
    name: "learn where the repository is",
    script: "grep -qs person /gh/work/.git",
    control: without("/gh/work/.git"),
  },
  {
    name: "write a ref",
    script: `echo x > ${inside.repository}/refs/heads/planted`,
    control: writable("refs"),
  },
  { name: "write an object", script: "echo x | git hash-object -w --stdin", control: writable("objects") },
  { name: "stage a file", script: "echo x > staged && git add staged", control: writableIndex },
  { name: "commit", script: `${git} commit -q --allow-empty -m planted`, control: wholeRepository },
  { name: "stash", script: `echo x >> README.md; ${git} stash -q`, control: wholeRepository },
  { name: "change a setting", script: "git config core.pager planted", control: wholeRepository },
  {
    name: "plant a hook",
    script: `mkdir -p ${inside.repository}/hooks && touch ${inside.repository}/hooks/post-commit`,
    control: wholeRepository,
  },
  {
    name: "lead git elsewhere by its .git file",
    script: "echo 'gitdir: /tmp/planted' > /gh/work/.git",
    control: without("/gh/work/.git"),
  },
  {
    name: "put a repository of its own in the place of its .git file",
    script: "rm /gh/work/.git && mkdir /gh/work/.git",
    control: without("/gh/work/.git"),
  },
];

describe.skipIf(isWithoutSandbox)("inside the sandbox a worker cannot", () => {
  let scene: Scene;
  const directory = mkdtempSync(join(tmpdir(), "gh-repository-"));
  beforeAll(async () => void (scene = await laySceneIn(directory)));
  afterAll(() => rmSync(directory, { recursive: true }));

  test.each(attacks)("$name", async ({ script }) => {
    const run = await runInside(scene.ground, { script: `echo in; ${script}` });
    expect(run.stdout).toStartWith("in");
    expect(run.code).not.toBe(0);
  });

  // Each in a repository of its own: it succeeds.
  test.each(attacks)("$name; without the guard it can", async ({ script, control }) => {
    const own = await laySceneIn(tempDir());
    const run = await runInside(own.ground, { script, change: control(own) });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe.skipIf(isWithoutSandbox)("inside the sandbox git", () => {
  const looks = [
    "git status --short",
    "git log --format=%s%d",
    "git diff --stat | cat",
    "git show --no-patch --format=%an",
    "git rev-parse --show-toplevel --git-common-dir",
    "git worktree list --porcelain | grep ^worktree",
    "git fsck 2>/dev/null",
  ].join(" && ");

  test.each(["full", "sparse"] as const)(
    "tells status, history and changes of a %s worktree",
    async (kind) => {
      const scene = await laySceneIn(tempDir(), kind);
      const before = indexOf(scene);
      const changed = kind === "full" ? "src/a.txt" : ".lore/notes.md";
      writeFileSync(`${scene.worktree}/${changed}`, "changed\n");
      writeFileSync(`${scene.worktree}/new.txt`, "new\n");
      const run = await runInside(scene.ground, { script: looks });
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
      const lines = run.stdout.split("\n");
      expect(lines.slice(0, 2)).toEqual([` M ${changed}`, "?? new.txt"]);
      expect(run.stdout).toContain("The first of all (HEAD -> claude/commission/");
      expect(run.stdout).toContain("Ada\n/gh/work\n/gh/repository\n");
      expect(run.stdout).toEndWith("worktree /gh/repository\nworktree /gh/work\n");
      expect(indexOf(scene).equals(before)).toBe(true);
    },
  );

  test("goes on when the worktree is days old, and after the person has packed the refs", async () => {
    const place = tempDir();
    const scene = await laySceneIn(place);
    const gitdir = `${keptByGit(scene.tree.repository, `commission-${someId}`)}/gitdir`;
    utimesSync(gitdir, new Date(0), new Date(0));
    scene.git("pack-refs", "--all");
    const ground = layGround({ workDir: scene.worktree, shown: await show(scene, place) }, place);
    const run = await runInside(ground, { script: "git status --short && git log --format=%s" });
    expect(run).toMatchObject({ code: 0, stdout: "The first of all\n", stderr: "" });
  });

  test("tells the same to an ordinary user", async () => {
    const place = mkdtempSync("/var/tmp/gh-repository-");
    const scene = await laySceneIn(place);
    const ground = { ...scene.ground, directory: place };
    const run = await runAsOrdinary(ground, { script: "git log --format=%s && git status --short" });
    clearGround(ground);
    expect(run).toMatchObject({ code: 0, stdout: "The first of all\n", stderr: "" });
  });
});

describe("of a repository", () => {
  test.each(["objects", "refs", "worktrees"])("whose %s is a link nothing is shown", async (name) => {
    const place = tempDir();
    const some = await laySomeTree(place);
    const secrets = join(place, "secrets");
    renameSync(join(some.tree.repository, name), secrets);
    symlinkSync(secrets, join(some.tree.repository, name));
    await expect(show(some, place)).rejects.toThrow("is not the directory that git made");
  });

  test.each(["shallow", "packed-refs", "info/exclude"])("a %s that is a link is not shown", async (name) => {
    const place = tempDir();
    const some = await laySomeTree(place);
    const path = join(some.tree.repository, name);
    rmSync(path, { force: true });
    writeFileSync(path, "");
    expect((await show(some, place)).map(({ from }) => from)).toContain(path);
    rmSync(path);
    symlinkSync("/etc/passwd", path);
    expect((await show(some, place)).map(({ from }) => from)).not.toContain(path);
  });

  test("nothing is shown where the worktree's .git was replaced", async () => {
    const place = tempDir();
    const some = await laySomeTree(place);
    rmSync(`${some.worktree}/.git`);
    symlinkSync("/etc", `${some.worktree}/.git`);
    await expect(show(some, place)).rejects.toThrow("is not the file that git made");
    rmSync(`${some.worktree}/.git`);
    gitIn(some.worktree, "init", "--quiet");
    await expect(show(some, place)).rejects.toThrow("is not the file that git made");
  });
});
