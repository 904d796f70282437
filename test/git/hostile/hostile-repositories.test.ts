// Whatever a repository or a worker has planted, the hall's git runs none of it, and changes nothing of the person's.
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { changedPaths } from "../../../src/git/worktree/changed-paths.ts";
import { diffWork, type DiffWorkOrder } from "../../../src/git/review/diff-work.ts";
import { patchWork } from "../../../src/git/review/patch-work.ts";
import { markSetUp } from "../../../src/git/worktree/set-up-mark.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { hostileRepositories } from "./hostile-repositories.ts";
import type { HostileRepository, Trap } from "./trap.ts";
import { fileAt, openTestProject, type TestProject } from "../project.ts";
import { close, commit, make, planWork, startWork, type TestWork, write } from "../worktree.ts";
import { everyNth } from "../../harness/long.ts";

const repositories = everyNth(hostileRepositories, 4);

test.each(repositories.map((each) => [each.name, each] as const))("%s", async (_name, hostile) => {
  const project = await openTestProject({ "a.txt": "a\n", "dir/b.txt": "b\n", ...hostile.files });
  const { place } = await planWork(project);
  const trap = trapFor({ project, place });
  hostile.plant?.(trap);
  const before = fingerprint(project.checkout);
  rmSync(trap.canary, { force: true }); // to plant it, plain git may have run
  const life = wholeLife({ hostile, trap, project });
  if (hostile.refused) await expect(life).rejects.toThrow(hostile.refused);
  else await life;
  expect(existsSync(trap.canary)).toBe(false);
  expectUnchanged(project.checkout, before);
  await springIt({ hostile, trap, project });
  expect(existsSync(trap.canary)).toBe(true);
});

/** Beside the worktree, where a name that a shell runs can reach it. */
function trapFor({ project, place }: Pick<TestWork, "project" | "place">): Trap {
  const canary = `${dirname(place.workTree)}/canary`;
  const program = `${project.checkout}/../trap.sh`;
  mkdirSync(dirname(canary), { recursive: true });
  writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(program, 0o755);
  return { checkout: project.checkout, program, canary };
}

interface Life {
  hostile: HostileRepository;
  trap: Trap;
  project: TestProject;
}

async function wholeLife({ hostile, trap, project }: Life): Promise<void> {
  const { deps } = project;
  const work = await planWork(project);
  await make(work);
  await markSetUp(deps, work);
  write(work, { "a.txt": "by the worker\n", "dir/new.txt": "new\n" });
  hostile.inside?.(trap, work);
  rmSync(trap.canary, { force: true });
  await changedPaths(deps, work);
  await expectShown(work, { what: "worktree", tree: work.tree, mayBeCommitted: false, withEarlier: false });
  const { tree } = await snapshotTree(deps, work);
  const { tip } = await commit(work, { snapshot: tree });
  await expectShown(work, {
    what: "commit",
    tree: work.tree,
    tip: tip ?? "",
    merged: null,
    withEarlier: false,
  });
  expect(fileAt(project, tip ?? "", "a.txt")).toBe("by the worker");
  await close(work, { tip });
  expect(existsSync(work.place.workTree)).toBe(false);
}

/** As a person reviews it. */
async function expectShown({ project, id }: TestWork, compared: DiffWorkOrder["compared"]): Promise<void> {
  const { files } = await diffWork(project.deps, { id, compared, path: undefined });
  expect(files.find(({ path }) => path === "a.txt")?.patch).toContain("+by the worker\n");
  const { spool } = await patchWork(project.deps, { id, compared, path: "a.txt" });
  expect(await new Response(spool.stream()).text()).toContain("+by the worker\n");
}

/** In a worktree that is there, where it takes one. */
async function springIt({ hostile, trap, project }: Life): Promise<void> {
  if (!hostile.inside) return hostile.control(trap);
  const work = await startWork(project, { number: 2 });
  hostile.inside(trap, work);
  rmSync(trap.canary, { force: true });
  hostile.control(trap, work.place.workTree);
}
