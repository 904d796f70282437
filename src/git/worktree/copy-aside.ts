// Copies files out of a worktree in which a worker is working. Git opens a file by name, and the worker may swap that
// name for a symlink to anywhere or an endless pipe in between.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { openDirectory, openIn } from "../../host/files/inside.ts";
import { readStart } from "../../host/files/write-inside.ts";

export interface AsideOrder {
  from: string;
  /** The target directory; it need not exist yet. */
  to: string;
  paths: readonly string[];
  /** A file that has grown beyond this is truncated. */
  mostBytes: number;
}

/** Copies the files with the `.gitattributes` that apply to them. Returns the paths that are still plain files. */
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

/** Closes the directory in any case. */
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
