// Locks a directory for one member. A lock by flock(2) is released the moment its holder dies, however it
// dies.
import { dlopen, FFIType } from "bun:ffi";
import { closeSync, openSync } from "node:fs";

const exclusiveAtOnce = 2 | 4; // LOCK_EX | LOCK_NB
const libraries = ["libc.so.6", "libc.so", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/**
 * Locks the directory itself, because a lock file could be deleted by mistake. Returns `null` if another
 * process holds the lock, or if the file system has no locks.
 */
export function lockDirectory(path: string): { release(): void } | null {
  const fd = openSync(path, "r"); // opened with O_CLOEXEC, so that no child inherits the lock
  let isHeld = false;
  try {
    isHeld = openFlock()(fd, exclusiveAtOnce) === 0;
  } finally {
    if (!isHeld) closeSync(fd);
  }
  return isHeld ? { release: () => closeSync(fd) } : null;
}

function openFlock(): (fd: number, operation: number) => number {
  const signature = { flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } } as const;
  const names = process.platform === "darwin" ? ["libSystem.B.dylib"] : libraries;
  for (const name of names) {
    try {
      return dlopen(name, signature).symbols.flock;
    } catch {
      // Try the next name; if all fail, the error below says so.
    }
  }
  throw new Error(`No C library with flock was found (tried ${names.join(", ")}).`);
}
