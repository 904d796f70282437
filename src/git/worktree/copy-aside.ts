// Copies files out of a worktree in which a worker is still working, so that git reads the copies. Git opens
// a file by its name, and the worker may meanwhile have replaced the file by a symlink or an endless pipe.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { openDirectory, openIn } from "../../host/files/inside.ts";
import { readStart } from "../../host/files/write-inside.ts";

export interface AsideOrder {
  from: string;
  /** The target directory; it need not exist yet. */
  to: string;
  paths: readonly string[];
  /** The most bytes that are copied of a file, in case it has grown. */
  mostBytes: number;
}

/**
 * Copies the files, and the `.gitattributes` that apply to them. Returns the paths that were copied: a path that is not
 * a plain file any more is skipped.
 */
export async function copyAside(order: AsideOrder): Promise<Set<string>> {
  const copied = new Set<string>();
  for (const path of order.paths) if (await copyOne(order, path)) copied.add(path);
  for (const path of attributesOf(order.paths)) if (!copied.has(path)) await copyOne(order, path);
  return copied;
}

function attributesOf(paths: readonly string[]): string[] {
  const directories = new Set([""]);
  for (const path of paths)
    for (let at = dirname(path); at !== "." && !directories.has(`${at}/`); at = dirname(at))
      directories.add(`${at}/`);
  return [...directories].map((directory) => `${directory}.gitattributes`);
}

async function copyOne({ from, to, mostBytes }: AsideOrder, path: string): Promise<boolean> {
  const parts = path.split("/");
  const directory = await openDirectory(from, parts.slice(0, -1));
  if (!directory.ok) return false;
  const file = await openAndLeave(directory.value, parts.at(-1) ?? "");
  if (!file.ok) return false;
  try {
    await write(`${to}/${path}`, await readStart(file.value, mostBytes));
    return true;
  } finally {
    await file.value.close();
  }
}

/** Opens a file in the directory, and closes the directory in any case. */
async function openAndLeave(directory: Parameters<typeof openIn>[0], name: string) {
  try {
    return await openIn(directory, name);
  } finally {
    await directory.handle?.close();
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
