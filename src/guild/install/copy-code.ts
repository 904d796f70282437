// Copies the files of a directory of code, and flushes a copy to the disk (fsync).
import { copyFile, mkdir, open, readdir, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { CodeFile } from "./code-files.ts";

interface Copy {
  from: string;
  /** The directory to create; it must not exist. */
  to: string;
  files: readonly CodeFile[];
}

export async function copyCode({ from, to, files }: Copy): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const { path, link, executable } of files) {
    const target = `${to}/${path}`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (link !== null) await symlink(link, target);
    else {
      await copyFile(`${from}/${path}`, target);
      await setMode(target, executable ? 0o700 : 0o600);
    }
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(`${path}/${entry.name}`);
    else if (entry.isFile()) await syncOne(`${path}/${entry.name}`);
  }
  await syncOne(path);
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
