// Moves a file, symlink or directory to another file system, where a rename is impossible. It copies the
// entry, syncs the copy and then removes the original, so that a power cut never loses both. A copy may take
// minutes, so nothing here blocks the event loop.
import { constants } from "node:fs";
import { copyFile, cp, open, readlink, rm, symlink, unlink } from "node:fs/promises";
import { syncAll } from "./sync-all.ts";
import { openUp, type Walked } from "./walk-inside.ts";

/**
 * Moves an entry of a walk. The walk must still be at this entry, because `entry.at` is valid only then.
 * Nothing may exist at the target.
 */
export async function moveAcross(entry: Walked, target: string): Promise<void> {
  const { at, kind } = entry;
  openUp(entry);
  if (kind === "directory") {
    await cp(String(at), target, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    await syncAll(target);
    return rm(at, { recursive: true });
  }
  if (kind === "link") await symlink(await readlink(at, { encoding: "buffer" }), target);
  else await copySynced(at, target);
  await unlink(at);
}

async function copySynced(at: string | Buffer, target: string): Promise<void> {
  await copyFile(at, target, constants.COPYFILE_EXCL);
  const file = await open(target, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
