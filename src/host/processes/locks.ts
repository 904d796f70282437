// Takes and probes kernel locks. A lock by flock(2) is released the moment its holder dies, however it dies.
// So a held lock shows that its holder is alive.
import { FFIType, read } from "bun:ffi";
import { closeSync, constants, openSync } from "node:fs";
import { openCLibrary } from "./c-library.ts";
import { codeOf } from "../files/disk.ts";

export interface Lock {
  release(): void;
}

export interface Locks {
  /**
   * Takes the lock; `null` if another process holds it. Creates the lock's file if it is missing, and never deletes it.
   */
  tryLock(path: string): Lock | null;
  isHeld(path: string): boolean;
}

export const systemLocks: Locks = { tryLock, isHeld };

const LOCK_SH = 1;
const LOCK_EX = 2;
const LOCK_NB = 4;

function tryLock(path: string): Lock | null {
  // Bun opens with O_CLOEXEC, so no child inherits the descriptor and with it the lock.
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let held = false;
  try {
    held = flock(fd, LOCK_EX | LOCK_NB);
    return held ? { release: () => closeSync(fd) } : null;
  } finally {
    if (!held) closeSync(fd);
  }
}

/**
 * Probes with a shared lock held for an instant: concurrent probes do not see each other, and a workbench that starts
 * meanwhile retries.
 */
function isHeld(path: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  try {
    return !flock(fd, LOCK_SH | LOCK_NB);
  } finally {
    closeSync(fd);
  }
}

const unsupported: Readonly<Record<number, string>> = {
  9: "EBADF",
  22: "EINVAL",
  37: "ENOLCK",
  38: "ENOSYS",
  95: "EOPNOTSUPP",
};

function flock(fd: number, operation: number): boolean {
  const { symbols } = library();
  if (symbols.flock(fd, operation) === 0) return true;
  const name = process.platform === "linux" ? unsupported[errno()] : undefined;
  if (name)
    throw new Error(`This file system cannot lock files (${name}). Put the hall's home on a local disk.`);
  return false;
}

const flockSignature = { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } as const;
const errnoSignature = { args: [], returns: FFIType.ptr } as const;

function openLibrary() {
  return process.platform === "darwin"
    ? openCLibrary({ flock: flockSignature, __error: errnoSignature })
    : openCLibrary({ flock: flockSignature, __errno_location: errnoSignature });
}

let opened: ReturnType<typeof openLibrary> | undefined;

function library(): ReturnType<typeof openLibrary> {
  opened ??= openLibrary();
  return opened;
}

function errno(): number {
  const { symbols } = library();
  const pointer = "__errno_location" in symbols ? symbols.__errno_location() : symbols.__error();
  return pointer ? read.i32(pointer) : 0;
}
