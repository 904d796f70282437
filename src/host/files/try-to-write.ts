// Finds out whether a file can be written in a directory by writing one. Permissions say nothing about a full
// or read-only file system.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** More than a file system stores inline with the metadata, so that the file needs disk blocks. */
const someBytes = 64 * 1024;

/** Writes a file and removes it again. Rejects with the system's own error. */
export async function tryToWrite(directory: string): Promise<void> {
  const own = await mkdtemp(join(directory, "guild-hall-"));
  try {
    await writeFile(join(own, "tried"), new Uint8Array(someBytes));
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
