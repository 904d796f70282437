// Ends this process when code in it loops without end. Such code cannot be timed from inside; so the kernel counts the
// time on a processor, and only a turn of the event loop starts the count anew. Time that passes while the process is
// stopped, or waits, does not count.
import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

export interface OwnLoop {
  /** How much time on a processor one turn may take. */
  limitSeconds: number;
  /** How often the count is started anew. */
  everyMs: number;
}

/** By SIGPROF, which nobody handles. */
export function endWhenLooping({ limitSeconds, everyMs }: OwnLoop): void {
  const { symbols } = openCLibrary({ setitimer: signature });
  // struct itimerval: no repetition, then the time that is left.
  const left = new BigInt64Array([0n, 0n, BigInt(limitSeconds), 0n]);
  const startAnew = () => void symbols.setitimer(ITIMER_PROF, ptr(left), null);
  startAnew();
  setInterval(startAnew, everyMs).unref();
}

const ITIMER_PROF = 2;
const signature = { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 } as const;
