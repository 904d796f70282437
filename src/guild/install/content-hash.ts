// Computes one hash over the names and bytes of all files of a directory of code, to detect changes.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { whyUnreadable } from "../../host/files/inside.ts";
import { listCodeFiles, type CodeFile } from "./code-files.ts";

/**
 * Returns the hash. `null` if the files exceed the limits, a symlink leads out of the directory, or a file
 * cannot be read.
 */
export async function contentHash(directory: string): Promise<string | null> {
  const found = await listCodeFiles(directory);
  if (!found.ok) return null;
  try {
    return await hashFiles(directory, found.files);
  } catch (error) {
    whyUnreadable(error); // throws if the package did not cause the error, as when memory is short
    return null;
  }
}

async function hashFiles(directory: string, files: readonly CodeFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, link, bytes } of files) {
    const length = link === null ? bytes : Buffer.byteLength(link);
    // Each part is prefixed with its length, so that no two sets of files give the same input.
    hash.update(`${link === null ? "file" : "link"} ${Buffer.byteLength(path)} ${length}\n${path}`);
    if (link !== null) hash.update(link);
    // Streamed, so that the hall never holds a whole file in memory.
    else for await (const piece of createReadStream(`${directory}/${path}`)) hash.update(piece as Buffer);
  }
  return hash.digest("hex");
}
