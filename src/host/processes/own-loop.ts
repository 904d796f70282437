// Ends this process when its code loops for ever. Code that loops cannot time itself, so the kernel counts
// CPU time, and only a turn of the event loop restarts the count. Time in which the process is stopped or
// waits does not count.
import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

export interface OwnLoop {
  /** How much CPU time one turn of the event loop may take. */
  limitSeconds: number;
  /** The interval at which the event loop restarts the count. */
  everyMs: number;
}

/** Has the kernel end this process with SIGPROF, for which there is no handler, when a turn takes too long. */
export function endWhenLooping({ limitSeconds, everyMs }: OwnLoop): void {
  const { symbols } = openCLibrary({ setitimer: signature });
  // struct itimerval: no repetition, then the remaining time.
  const left = new BigInt64Array([0n, 0n, BigInt(limitSeconds), 0n]);
  const startAnew = () => void symbols.setitimer(ITIMER_PROF, ptr(left), null);
  startAnew();
  setInterval(startAnew, everyMs).unref();
}

const ITIMER_PROF = 2;
const signature = { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 } as const;
