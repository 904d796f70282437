// How much memory a process has had at its largest, as the kernel says.
import { readFileSync } from "node:fs";

/** 0 where there is no such process. */
export function largestMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
