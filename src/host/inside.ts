// Path containment, in one place. A path somebody else chose is walked component by component without following
// links, so that a directory swapped for a link between check and open leads nowhere.
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";

export type InsideResult<T> = { ok: true; value: T } | { ok: false; reason: string };

/** The components of a relative path, or why it is refused. */
export function splitRelative(path: string): InsideResult<string[]> {
  if (path === "" || path.length > 1024) return no("the path is empty or too long");
  if (/[\0-\x1f\x7f]/.test(path)) return no("the path has control characters");
  if (path.startsWith("/") || path.includes("\\")) return no("the path must be relative");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return no("the path names no file");
  if (parts.some((part) => part === "..")) return no("the path may not go up");
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return no("a part of the path is too long");
  return { ok: true, value: parts };
}

/** Opens a regular file below `root`, following no link on the way. The caller closes it. */
export async function openInside(root: string, path: string): Promise<InsideResult<FileHandle>> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const name = parts.value.at(-1) ?? "";
  const directory = await openDirectory(root, parts.value.slice(0, -1));
  if (!directory.ok) return directory;
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(below(directory.value, name), flags);
    if ((await file.stat()).isFile()) return { ok: true, value: file };
    await file.close();
    return no("it is not a regular file");
  } catch (error) {
    return no(explain(error));
  } finally {
    await directory.value.handle?.close();
  }
}

interface Directory {
  handle: FileHandle | null;
  path: string;
}

async function openDirectory(root: string, parts: readonly string[]): Promise<InsideResult<Directory>> {
  let current: Directory = { handle: null, path: root };
  for (const part of parts) {
    const next = await step(current, part);
    await current.handle?.close();
    if (!next.ok) return next;
    current = next.value;
  }
  return { ok: true, value: current };
}

async function step(from: Directory, part: string): Promise<InsideResult<Directory>> {
  const path = join(from.path, part);
  try {
    if (process.platform !== "linux") {
      return (await lstat(path)).isDirectory()
        ? { ok: true, value: { handle: null, path } }
        : no("it is not a directory");
    }
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    return { ok: true, value: { handle: await open(below(from, part), flags), path } };
  } catch (error) {
    return no(explain(error));
  }
}

/** Node has no openat(2); a path through /proc/self/fd is the same: it starts at the directory we hold open. */
function below(directory: Directory, name: string): string {
  return directory.handle ? `/proc/self/fd/${directory.handle.fd}/${name}` : join(directory.path, name);
}

/** What is the worker's doing is a refusal; what is the machine's doing (EIO, EMFILE, ...) is thrown. */
const refusals: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ELOOP: "it is a link, or leads through one",
  ENOTDIR: "it is a link, or leads through one",
  EACCES: "it cannot be read",
  EPERM: "it cannot be read",
  ENXIO: "it is not a regular file",
  EISDIR: "it is not a regular file",
  ENAMETOOLONG: "the path is too long",
};

export function explain(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = refusals[code];
  if (reason === undefined) throw error;
  return reason;
}

export function no(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
