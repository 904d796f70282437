// Defines the file system calls from which disk.ts builds durable files. Tests replace them with a simulation
// of power cuts.
import { randomBytes } from "node:crypto";
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { directoriesIn } from "./entries.ts";

/** As in node:fs/promises. */
export interface OpenFile {
  stat(): Promise<{ size: number }>;
  read(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  writeFile(text: string): Promise<void>;
  appendFile(text: string): Promise<void>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  /**
   * Reads from an offset to the end, in one call that opens and closes the file too: start-up does this for every
   * ledger.
   */
  readFrom(path: string, offset: number): Promise<Buffer>;
  /** Writes and closes a new file without a sync. */
  writeNew(path: string, text: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /** Lists the names of the directories in a directory. Symlinks are not followed. */
  directoriesIn(path: string): Promise<string[]>;
  stat(path: string): Promise<{ size: number }>;
  /** Returns false for a symlink to a directory, and if nothing is there. */
  isDirectory(path: string): Promise<boolean>;
  mkdir(path: string, options: { mode: number }): Promise<unknown>;
  link(existing: string, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rm(path: string, options: { recursive?: boolean; force: boolean }): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** Returns a unique name for a draft. */
  newName(): string;
}

export const systemFiles: FileSystem = {
  open,
  readFile,
  readFrom: async (path, offset) => Buffer.from(await Bun.file(path).slice(offset).arrayBuffer()),
  writeNew: (path, text) => writeFile(path, text, { flag: "wx", mode: 0o600 }),
  readdir: (path) => readdir(path),
  directoriesIn,
  stat: (path) => stat(path),
  isDirectory: async (path) => (await lstat(path).catch(() => undefined))?.isDirectory() ?? false,
  mkdir,
  link,
  rename,
  unlink,
  rm,
  chmod,
  newName: () => randomBytes(6).toString("hex"),
};
