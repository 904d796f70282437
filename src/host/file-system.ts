// The file system calls that durable files are made of. disk.ts puts them together; a simulation of power cuts runs the
// same code over calls of its own.
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
} from "node:fs/promises";

/** As node:fs/promises has them. */
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
  readdir(path: string): Promise<string[]>;
  /** The directories among its entries; links are not followed. */
  directoriesIn(path: string): Promise<string[]>;
  stat(path: string): Promise<{ size: number }>;
  /** False for a link to one, and where nothing is. */
  isDirectory(path: string): Promise<boolean>;
  mkdir(path: string, options: { mode: number }): Promise<unknown>;
  link(existing: string, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rm(path: string, options: { recursive?: boolean; force: boolean }): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** A name that nobody else has, for a draft. */
  newName(): string;
}

export const systemFiles: FileSystem = {
  open,
  readFile,
  readdir: (path) => readdir(path),
  directoriesIn: async (path) =>
    (await readdir(path, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name),
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
