// One hash for all files of a package, names and bytes, to tell whether it is still what it was.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { listPackageFiles } from "./package-files.ts";

/** null where it can no longer be told: too much, or a link that leads out. */
export async function contentHash(directory: string): Promise<string | null> {
  const found = await listPackageFiles(directory);
  if (!found.ok) return null;
  const hash = createHash("sha256");
  for (const { path, link } of found.files) {
    const content = link === null ? await readFile(`${directory}/${path}`) : Buffer.from(link);
    // Each part is headed by its length: no two sets of files read the same.
    hash.update(`${link === null ? "file" : "link"} ${Buffer.byteLength(path)} ${content.length}\n${path}`);
    hash.update(content);
  }
  return hash.digest("hex");
}
