// One hash for all files of a directory with code, names and bytes, to tell whether it is still what it was.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { whyUnreadable } from "../../host/files/inside.ts";
import { listCodeFiles, type CodeFile } from "./code-files.ts";

/** null where it cannot be told: too much, a link that leads out, or a file that may not be read. */
export async function contentHash(directory: string): Promise<string | null> {
  const found = await listCodeFiles(directory);
  if (!found.ok) return null;
  try {
    return await hashFiles(directory, found.files);
  } catch (error) {
    whyUnreadable(error); // throws what is not the package's own fault
    return null;
  }
}

async function hashFiles(directory: string, files: readonly CodeFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, link, bytes } of files) {
    const length = link === null ? bytes : Buffer.byteLength(link);
    // Each part is headed by its length: no two sets of files read the same.
    hash.update(`${link === null ? "file" : "link"} ${Buffer.byteLength(path)} ${length}\n${path}`);
    if (link !== null) hash.update(link);
    // In pieces: a hall that looks at its packages holds none of them whole.
    else for await (const piece of createReadStream(`${directory}/${path}`)) hash.update(piece as Buffer);
  }
  return hash.digest("hex");
}
