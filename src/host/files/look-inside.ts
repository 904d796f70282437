// Reads files of an untrusted directory: none outside it, none that would block the reader, and none above a given
// size.
import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { codeOf } from "./disk.ts";
import { explain, type InsideResult, no, splitRelative, whyUnreadable } from "./inside.ts";

export interface SizedFile {
  path: string;
  size: number;
}

/** Finds a regular file below `root`. A symlink is followed if its target is below `root` too. */
export async function lookInside(root: string, path: string): Promise<InsideResult<SizedFile>> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const named = `${root}/${parts.value.join("/")}`;
  try {
    const found = await lstat(named);
    if (parts.value.length === 1 && found.isFile())
      return { ok: true, value: { path: named, size: found.size } };
    const [home, real] = await Promise.all([realpath(root), realpath(named)]);
    if (!real.startsWith(`${home}/`)) return no("it leads out of the package's directory");
    const { size, isFile } = await sizeOf(real);
    return isFile ? { ok: true, value: { path: named, size } } : no("it is not a regular file");
  } catch (error) {
    return no(whyUnreadable(error));
  }
}

async function sizeOf(path: string): Promise<{ size: number; isFile: boolean }> {
  const found = await lstat(path);
  return { size: found.size, isFile: found.isFile() };
}

export interface ListedDirectory {
  name: string;
  isLink: boolean;
}

/**
 * Lists the directories in a directory, sorted by name, including symlinks to directories and dangling symlinks. Empty
 * if there is no such path.
 */
export async function listDirectories(path: string): Promise<InsideResult<ListedDirectory[]>> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const found: ListedDirectory[] = [];
    for (const entry of entries) {
      const isLink = entry.isSymbolicLink();
      if (entry.isDirectory() || (isLink && !(await leadsToFile(`${path}/${entry.name}`))))
        found.push({ name: entry.name, isLink });
    }
    return { ok: true, value: found.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { ok: true, value: [] };
    return no(code === "ENOTDIR" ? "it is not a directory" : explain(error));
  }
}

async function leadsToFile(link: string): Promise<boolean> {
  const found = await stat(link).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}

/**
 * Reads a regular file below `root` that has at most `maxBytes`. Opens nothing else, because reading a pipe might never
 * end.
 */
export async function readInside(root: string, { path, maxBytes }: SmallFile): Promise<InsideResult<string>> {
  const found = await lookInside(root, path);
  if (!found.ok) return found;
  const { size } = found.value;
  if (size > maxBytes) return no(tooLarge(size, maxBytes));
  try {
    return { ok: true, value: await readFile(found.value.path, "utf8") };
  } catch (error) {
    return no(whyUnreadable(error));
  }
}

export interface SmallFile {
  path: string;
  maxBytes: number;
}

export function tooLarge(size: number, maxBytes: number): string {
  return `it has ${size} bytes, and ${maxBytes} are allowed`;
}

/** Returns why the path is not a directory; `null` if it is one. */
export async function whyNoDirectory(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory() ? null : "it is not a directory";
  } catch (error) {
    if (codeOf(error) !== "ENOENT") return explain(error);
    const link = await lstat(path).catch(() => undefined);
    return link ? "it is a link that leads nowhere any more" : "the directory is not there";
  }
}

/**
 * Returns a string that changes with every change of the file, or of the names in the directory. Symlinks are followed.
 * If the path cannot be read, the string is the reason.
 */
export async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch((error: unknown) => whyUnreadable(error));
  return typeof found === "string" ? found : `${found.dev}.${found.ino}.${found.size}.${found.ctimeNs}`;
}
