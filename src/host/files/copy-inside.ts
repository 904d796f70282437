// Copies regular files from one directory to another by untrusted paths, such as a worker's. On both sides no
// symlink is followed, and on Linux every directory on the way is held open.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, unlink } from "node:fs/promises";
import { codeOf } from "./disk.ts";
import {
  below,
  type Directory,
  explain,
  type InsideResult,
  no,
  openDirectory,
  openInside,
  splitRelative,
} from "./inside.ts";
import { walkInside } from "./walk-inside.ts";

export interface FoundFiles {
  /** Relative to the root. */
  files: string[];
  /** Links, pipes and the like, and names that are not valid text. */
  others: string[];
}

/**
 * Returns the regular file at this path. For a directory, returns all files in it and in the subdirectories
 * whose names `into` accepts.
 */
export async function filesInside(
  root: string,
  { path, into }: { path: string; into(name: string): boolean },
): Promise<InsideResult<FoundFiles>> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const parent = await openDirectory(root, parts.value.slice(0, -1));
  if (!parent.ok) return parent;
  try {
    const at = below(parent.value, parts.value.at(-1) ?? "");
    const found = await lstat(at);
    const name = parts.value.join("/");
    if (found.isFile()) return { ok: true, value: { files: [name], others: [] } };
    if (!found.isDirectory()) return no(explainKind(found.isSymbolicLink()));
    return { ok: true, value: await filesBelow({ at, name, into }) };
  } catch (error) {
    return no(explain(error));
  } finally {
    await parent.value.handle?.close();
  }
}

const explainKind = (isLink: boolean) =>
  explain(Object.assign(new Error("not a file"), { code: isLink ? "ELOOP" : "ENXIO" }));

async function filesBelow(order: {
  at: string;
  name: string;
  into(name: string): boolean;
}): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], others: [] };
  await walkInside(order.at, {
    into: ({ path }) => order.into(path.slice(path.lastIndexOf("/") + 1)),
    visit: ({ path, kind, isText }) => {
      (kind === "file" && isText ? found.files : found.others).push(`${order.name}/${path}`);
    },
  });
  return found;
}

export interface CopyOrder {
  from: string;
  /** `null` to read and hash the file without copying it. */
  to: string | null;
  path: string;
}

/** Returns the SHA-256 of the copied bytes. Replaces an existing file, but not a directory. */
export async function copyInside({ from, to, path }: CopyOrder): Promise<InsideResult<string>> {
  const source = await openInside(from, path);
  if (!source.ok) return source;
  try {
    return { ok: true, value: await pour(source.value, to === null ? null : { to, path }) };
  } catch (error) {
    return no(explain(error));
  } finally {
    await source.value.close();
  }
}

async function pour(source: FileHandle, target: { to: string; path: string } | null): Promise<string> {
  const { mode } = await source.stat();
  const written = target === null ? null : await openTarget(target, mode & 0o777);
  const hash = createHash("sha256");
  try {
    for await (const chunk of source.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      await written?.writeFile(chunk as Buffer);
    }
  } finally {
    await written?.close();
  }
  return hash.digest("hex");
}

async function openTarget({ to, path }: { to: string; path: string }, mode: number): Promise<FileHandle> {
  const parts = path.split("/");
  const directory = await openDirectory(to, parts.slice(0, -1), { make: true });
  if (!directory.ok) throw Object.assign(new Error(directory.reason), { code: "ENOTDIR" });
  try {
    return await openNew(directory.value, { name: parts.at(-1) ?? "", mode });
  } finally {
    await directory.value.handle?.close();
  }
}

async function openNew(
  directory: Directory,
  { name, mode }: { name: string; mode: number },
): Promise<FileHandle> {
  const at = below(directory, name);
  await unlink(at).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(at, flags, mode);
  await file.chmod(mode);
  return file;
}
