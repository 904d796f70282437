// One hash for all files of a package, names and bytes, to tell whether it is still what it was.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { whyUnreadable } from "../host/inside.ts";
import { listPackageFiles, type PackageFile } from "./package-files.ts";

/** null where it cannot be told: too much, a link that leads out, or a file that may not be read. */
export async function contentHash(directory: string): Promise<string | null> {
  const found = await listPackageFiles(directory);
  if (!found.ok) return null;
  try {
    return await hashFiles(directory, found.files);
  } catch (error) {
    whyUnreadable(error); // throws what is not the package's own fault
    return null;
  }
}

async function hashFiles(directory: string, files: readonly PackageFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, link } of files) {
    const content = link === null ? await readFile(`${directory}/${path}`) : Buffer.from(link);
    // Each part is headed by its length: no two sets of files read the same.
    hash.update(`${link === null ? "file" : "link"} ${Buffer.byteLength(path)} ${content.length}\n${path}`);
    hash.update(content);
  }
  return hash.digest("hex");
}
