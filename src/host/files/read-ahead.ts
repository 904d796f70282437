// Asks the kernel to read a file into its cache, so that a program started later does not wait for the disk.
import { FFIType } from "bun:ffi";
import { closeSync, fstatSync, openSync } from "node:fs";
import { openCLibrary } from "../processes/c-library.ts";

/** Small, because each step blocks this process, perhaps for a few milliseconds. */
const stepBytes = 8 * 1024 * 1024;
/** POSIX_FADV_WILLNEED */
const willNeed = 3;

/**
 * Does nothing if the file cannot be opened, or on a system without this call: then the program only starts more
 * slowly.
 */
export async function readAhead(path: string): Promise<void> {
  if (process.platform !== "linux") return;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const { posix_fadvise: advise } = openCLibrary({ posix_fadvise: signature }).symbols;
    const { size } = fstatSync(descriptor);
    for (let at = 0; at < size; at += stepBytes) {
      advise(descriptor, BigInt(at), BigInt(stepBytes), willNeed);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch {
    // Without it, the program only starts more slowly.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const signature = {
  args: [FFIType.i32, FFIType.i64, FFIType.i64, FFIType.i32],
  returns: FFIType.i32,
} as const;
