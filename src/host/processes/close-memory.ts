// Keeps the memory of this process out of files and closed to other processes, because the hall and each
// workbench hold the credential in memory. The kernel then writes no core dump of the process and hands none
// to a crash reporter. No process of the same user can trace it or read its memory. Its children are dumpable
// again, as every new program is, but leave no core dump either. On macOS only core dumps are turned off: a
// debugger of the same user may still attach.
import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

const RLIMIT_CORE = 4; // on Linux and on macOS
const PR_SET_DUMPABLE = 4;

/**
 * Closes the memory of this process. Callers must do this before they read a secret. Throws if the kernel
 * refuses.
 */
export function closeMemory(): void {
  const none = new BigUint64Array([0n, 0n]); // struct rlimit: the limit in force, and the highest that may be set
  const { setrlimit } = openCLibrary({ setrlimit: limitSignature }).symbols;
  if (setrlimit(RLIMIT_CORE, ptr(none)) !== 0)
    throw new Error("The kernel refused to turn off core dumps of this process.");
  if (process.platform !== "linux") return;
  const { prctl } = openCLibrary({ prctl: controlSignature }).symbols;
  if (prctl(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n) !== 0)
    throw new Error("The kernel refused to close the memory of this process to other processes.");
}

const limitSignature = { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } as const;
const controlSignature = {
  args: [FFIType.i32, FFIType.u64, FFIType.u64, FFIType.u64, FFIType.u64],
  returns: FFIType.i32,
} as const;
