// Finds out whether a file can be written in a directory by writing one. Permissions say nothing about a full
// or read-only file system.
import { closeSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openUnnamed } from "./unnamed-file.ts";

/** More than a file system stores inline with the metadata, so that the file needs disk blocks. */
const someBytes = new Uint8Array(64 * 1024);

/**
 * Writes a file that has no name, so that nothing is left even if this process is killed meanwhile. Where the file
 * system has no such files, the file has a name and is removed again. Rejects with the system's own error.
 */
export async function tryToWrite(directory: string): Promise<void> {
  const unnamed = openUnnamed(directory);
  if (unnamed === null) return writeNamed(directory);
  try {
    writeFileSync(unnamed, someBytes);
  } finally {
    closeSync(unnamed);
  }
}

async function writeNamed(directory: string): Promise<void> {
  const own = await mkdtemp(join(directory, "guild-hall-"));
  try {
    await writeFile(join(own, "tried"), someBytes);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
