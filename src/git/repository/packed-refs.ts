// Removes the draft that a git killed while writing packed-refs leaves behind. With the draft there, no git can rewrite
// the list or delete a branch that is in it.
import { lstat, unlink, writeFile } from "node:fs/promises";
import { codeOf } from "../../host/files/disk.ts";

/** Takes the lock first. Git writes the draft only under the lock, so a draft found under it is stale. */
export async function clearPackedRefsDraft(repository: string): Promise<void> {
  const draft = `${repository}/packed-refs.new`;
  if ((await lstat(draft).catch(() => undefined)) === undefined) return;
  const lock = `${repository}/packed-refs.lock`;
  if (!(await isDone(writeFile(lock, "", { flag: "wx" }), "EEXIST"))) return;
  try {
    await isDone(unlink(draft), "ENOENT");
  } finally {
    await unlink(lock);
  }
}

async function isDone(task: Promise<void>, unless: string): Promise<boolean> {
  try {
    await task;
    return true;
  } catch (error) {
    if (codeOf(error) === unless) return false;
    throw error;
  }
}
