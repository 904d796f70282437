// Removes the draft "packed-refs.new" that git leaves behind if it is killed while it rewrites "packed-refs". As long
// as the draft exists, git can neither rewrite that list of refs nor delete a branch that is in it.
import { lstat, unlink, writeFile } from "node:fs/promises";
import { codeOf } from "../../host/files/disk.ts";

/**
 * Removes the draft under git's lock. Git writes the draft only while it holds that lock, so a draft that is
 * found under the lock is stale. Does nothing if another process has the lock.
 */
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
