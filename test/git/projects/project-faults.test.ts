// Adding and removing a project where something fails: cut off at any step, and on disks that may not be written to or
// read.
import { afterEach, describe, expect, test } from "bun:test";
import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyAdd } from "../../../src/git/projects/add-project.ts";
import { planAdd } from "../../../src/git/projects/plan-add.ts";
import { applyRemove, planRemove } from "../../../src/git/projects/remove-project.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn, makeRepository, treesDeps, writeFiles } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox } from "../../workbench/sandbox/usable.ts";
import { add, livedIn, name } from "./lived-in.ts";
import { killedAtEachStep, mortal } from "./mortal.ts";

afterEach(removeTempDirs);

test("adding that is killed before any of its steps is whole when it is asked for again", async () => {
  const steps = await killedAtEachStep(async (nth) => {
    const path = makeRepository();
    const before = fingerprint(path);
    const deps = treesDeps();
    const dying = mortal(deps, nth);
    await planAdd(dying, { name, path })
      .then((plan) => applyAdd(dying, plan))
      .catch((error: Error) => expect(error.message).toBe("killed"));
    const { worktree } = await add(deps, { path });
    expect(gitIn(worktree, "status", "--porcelain", "--branch")).toBe("## claude/main");
    expect(readdirSync(deps.home.projects)).toEqual(["acme"]);
    expect(gitIn(path, "fsck", "--no-dangling")).toBe("");
    expectUnchanged(path, before);
    return dying.died();
  });
  expect(steps).toBeGreaterThan(20);
}, 120_000);

test("removing that is killed before any of its steps goes on when it is asked for again", async () => {
  const steps = await killedAtEachStep(async (nth) => {
    const path = makeRepository();
    const deps = treesDeps();
    await add(deps, { path });
    const before = fingerprint(path);
    const dying = mortal(deps, nth);
    const order = { name, integration: "claude/main" };
    await planRemove(dying, order)
      .then((plan) => (dying.died() ? undefined : applyRemove(dying, plan)))
      .catch((error: Error) => expect(error.message).toBe("killed"));
    await applyRemove(deps, await planRemove(deps, order));
    expect([readdirSync(deps.home.projects), readdirSync(deps.home.repositories)]).toEqual([[], []]);
    expect(readdirSync(join(path, ".git/worktrees"))).toEqual([]);
    expectUnchanged(path, before);
    return dying.died();
  });
  expect(steps).toBeGreaterThan(5);
}, 120_000);

test("a file that cannot be checked out is told as damage, and nothing is left behind", async () => {
  const path = livedIn();
  const blob = gitIn(path, "rev-parse", "main:c.txt");
  rmSync(join(path, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  const before = fingerprint(path);
  const deps = treesDeps();
  const plan = await planAdd(deps, { name, path });
  await expect(applyAdd(deps, plan)).rejects.toMatchObject({
    code: "project",
    message: expect.stringMatching(/is damaged: .*Run "git fsck" there\.$/s),
  });
  expect(readdirSync(deps.home.projects)).toEqual([]);
  expect(readdirSync(join(path, ".git/worktrees"))).toEqual([]);
  expect(() => gitIn(path, "rev-parse", "--verify", "-q", "claude/main")).toThrow();
  expectUnchanged(path, before);
});

test("a stale lock of the branch is named, is left, and is no trouble once it is gone", async () => {
  const path = makeRepository();
  writeFiles(path, { ".git/refs/heads/claude/main.lock": "" });
  const deps = treesDeps();
  const plan = await planAdd(deps, { name, path });
  await expect(applyAdd(deps, plan)).rejects.toThrow(
    /locked by the file .*checkout\/\.git\/refs\/heads\/claude\/main\.lock\. /,
  );
  rmSync(join(path, ".git/refs/heads/claude/main.lock"));
  await applyAdd(deps, plan);
  expect(gitIn(plan.worktree, "status", "--porcelain")).toBe("");
});

test("nothing that a repository names is run when it is added and removed", async () => {
  const path = livedIn();
  const canary = join(tempDir(), "canary");
  const run = `touch ${canary}`;
  commitFiles(path, { ".gitattributes": "* filter=planted diff=planted merge=planted\n" });
  appendFileSync(
    join(path, ".git/config"),
    `[filter "planted"]\n\tclean = ${run}\n\tsmudge = ${run}\n\tprocess = ${run}\n\trequired = true
[diff "planted"]\n\tcommand = ${run}\n\ttextconv = ${run}\n[merge "planted"]\n\tdriver = ${run}
[core]\n\tfsmonitor = ${run}\n\thooksPath = hooks\n\talternateRefsCommand = ${run}\n\tsshCommand = ${run}
[gpg]\n\tprogram = ${run}\n[commit]\n\tgpgSign = true\n[credential]\n\thelper = !${run}\n`,
  );
  for (const hook of ["post-checkout", "reference-transaction", "post-index-change", "pre-commit"])
    writeFileSync(join(path, ".git/hooks", hook), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  const before = fingerprint(path);
  const deps = treesDeps();
  const { worktree } = await add(deps, { path });
  expect(existsSync(join(worktree, "c.txt"))).toBe(true);
  await applyRemove(deps, await planRemove(deps, { name, integration: "claude/main" }));
  expect(existsSync(worktree)).toBe(false);
  expectUnchanged(path, before);
  expect(existsSync(canary)).toBe(false);
  // The control: here they do run. A changed file is certain to pass the filter.
  appendFileSync(join(path, "c.txt"), "changed\n");
  expect(() => gitIn(path, "add", "c.txt")).toThrow();
  expect(existsSync(canary)).toBe(true);
});

describe.skipIf(isWithoutSandbox)("with fewer rights", () => {
  /** Without the rights by which root passes every mode, and with parts of the disk that cannot be written to. */
  function addWith(path: string, more: readonly string[]): string {
    const home = tempDir();
    const bubble = ["bwrap", "--dev-bind", "/", "/", "--cap-drop", "ALL", ...more];
    const program = [process.execPath, join(import.meta.dir, "opener.ts"), path, home];
    const run = Bun.spawnSync([...bubble, ...program], { env: { ...process.env, TMPDIR: home } });
    return (run.stdout.toString() + run.stderr.toString()).replaceAll(path, "PATH");
  }

  test("a repository on a disk that is read-only is told as that", () => {
    const path = makeRepository();
    const before = fingerprint(path);
    expect(addWith(path, ["--ro-bind", path, path])).toBe(
      "project: The hall cannot write to PATH/.git (EROFS), where it keeps its branches. Let the hall's user write there.\n",
    );
    expectUnchanged(path, before);
  });

  test("so is one that may not be written to, and one that may not be read", () => {
    const path = makeRepository();
    chmodSync(join(path, ".git"), 0o555);
    expect(addWith(path, [])).toContain("project: The hall cannot write to PATH/.git (EACCES)");
    chmodSync(join(path, ".git"), 0o000);
    expect(addWith(path, [])).toBe("project: PATH may not be read by the user that the hall runs as.\n");
    chmodSync(join(path, ".git"), 0o755);
    expect(addWith(path, [])).toBe("");
  });

  test("a branch that cannot be written is told, and nothing is left of the attempt that is in the way later", () => {
    const path = makeRepository();
    chmodSync(join(path, ".git/refs/heads"), 0o555);
    expect(addWith(path, [])).toMatch(
      /^git: "git update-ref" failed .* unable to create directory for PATH\/\.git\/refs\/heads\/claude\/main$/m,
    );
    chmodSync(join(path, ".git/refs/heads"), 0o755);
    expect(addWith(path, [])).toBe("");
  });
});
