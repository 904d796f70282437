// A git that is killed while it writes the list of packed refs leaves its draft, and from then on no branch that is in the
// list can be deleted, nor the list be written, by anybody.
import { lstat, unlink, writeFile } from "node:fs/promises";
import { codeOf } from "../../host/files/disk.ts";

/** Only whoever holds the lock writes the draft: under the lock, one that is there belongs to nobody any more. */
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
