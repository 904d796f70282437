// The worktrees of a hall may lie on another file system than its trash.
import { expect, test } from "bun:test";
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { closeWorktree } from "../../../src/git/worktree/close-worktree.ts";
import { openTestProject } from "../project.ts";
import { below, commit, startWork, write } from "../worktree.ts";

const inMemory = "/dev/shm";
const isElsewhere =
  statSync(inMemory, { throwIfNoEntry: false })?.dev !== undefined &&
  statSync(inMemory).dev !== statSync(process.env["TMPDIR"] ?? "/tmp").dev;

test.skipIf(!isElsewhere)("what is in no commit gets there all the same", async () => {
  const trash = mkdtempSync(`${inMemory}/guild-hall-test-`);
  try {
    const project = await openTestProject({ ".gitignore": "*.log\n" });
    const work = await startWork(project);
    write(work, { "run.log": "log", "deep/in/it.log": "it", "closed.log": "closed" });
    chmodSync(`${work.place.workTree}/closed.log`, 0o000);
    symlinkSync("nowhere", `${work.place.workTree}/link.log`);
    writeFileSync(Buffer.concat([Buffer.from(`${work.place.workTree}/odd.log`), Buffer.from([0xff])]), "x");
    const { tip } = await commit(work);
    writeFileSync(`${work.place.workTree}/later.txt`, "by a check");
    const home = { ...project.deps.home, trash };
    const { trashed } = await closeWorktree(
      { ...project.deps, home },
      { id: work.id, tree: work.tree, tip, merged: null, keepWorktree: false },
    );
    expect(below(`${trashed}/files`)).toEqual(
      [
        "closed.log",
        "deep",
        "deep/in",
        "deep/in/it.log",
        "later.txt",
        "link.log",
        "odd.log\ufffd (6f64642e6c6f67ff)",
        "run.log",
      ].toSorted(),
    );
    expect(readFileSync(`${trashed}/files/deep/in/it.log`, "utf8")).toBe("it");
    expect(readlinkSync(`${trashed}/files/link.log`)).toBe("nowhere");
    expect(statSync(work.place.workTree, { throwIfNoEntry: false })).toBeUndefined();
  } finally {
    rmSync(trash, { recursive: true });
  }
});
