// A worktree that cannot be looked at is not one that is gone.
import { expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { wasForgotten, wasNeverWhole } from "../../../src/git/worktree/worktree-entry.ts";
import { openTestProject } from "../project.ts";
import { close, commit, pathsIn, startWork, write } from "../worktree.ts";

test("nothing is committed or closed while the disk does not tell, and all of it afterwards", async () => {
  const work = await startWork(await openTestProject({ "a.txt": "a\n" }));
  write(work, { "new.txt": "work\n" });
  const worktrees = dirname(work.place.workTree);
  renameSync(worktrees, `${worktrees}.aside`);
  symlinkSync(worktrees, worktrees); // a loop: every look below it fails, and not because something is missing
  await expect(commit(work)).rejects.toMatchObject({ code: "ELOOP" });
  await expect(close(work, { tip: null })).rejects.toMatchObject({ code: "ELOOP" });
  rmSync(worktrees);
  renameSync(`${worktrees}.aside`, worktrees);
  const { tip } = await commit(work);
  expect(pathsIn(work, tip ?? "")).toContain("new.txt");
});

test("nobody says that no work was done where the files cannot be listed", async () => {
  const work = await startWork(await openTestProject({ "a.txt": "a\n" }));
  const { workTree, gitDir } = work.place;
  const forgotten = { ...work.place, gitDir: `${gitDir}.gone` };
  expect(await wasForgotten(forgotten)).toBe(true);
  renameSync(workTree, `${workTree}.aside`);
  symlinkSync(workTree, workTree);
  await expect(wasNeverWhole(forgotten)).rejects.toMatchObject({ code: "ELOOP" });
  await expect(wasForgotten(forgotten)).rejects.toMatchObject({ code: "ELOOP" });
  rmSync(workTree);
  renameSync(`${workTree}.aside`, workTree);
});
