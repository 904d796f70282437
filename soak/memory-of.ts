// Reads the peak memory of a process from the kernel.
import { readFileSync } from "node:fs";

/** Returns the peak in MB; 0 if there is no such process. */
export function largestMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
