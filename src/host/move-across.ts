// Moves one thing to another file system, where it cannot be renamed: copied first, made durable, and removed last.
import { closeSync, constants, copyFileSync, cpSync, fsyncSync, openSync } from "node:fs";
import { readlinkSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { openUp, type Walked } from "./walk-inside.ts";

/** While it is visited. Nothing may lie at the target. */
export function moveAcross(entry: Walked, target: string): void {
  const { at, kind } = entry;
  openUp(entry);
  if (kind === "directory") {
    cpSync(String(at), target, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    return rmSync(at, { recursive: true });
  }
  if (kind === "link") symlinkSync(readlinkSync(at, { encoding: "buffer" }), target);
  else copySynced(at, target);
  unlinkSync(at);
}

function copySynced(at: string | Buffer, target: string): void {
  copyFileSync(at, target, constants.COPYFILE_EXCL);
  const file = openSync(target, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
