// Kills a process that was seen before, unless the kernel has given its pid to another process since.
import { type ProcStat, readProcStat } from "./proc-stat.ts";

export function killIfSame({ pid, startTime }: Pick<ProcStat, "pid" | "startTime">): void {
  if (readProcStat(pid)?.startTime !== startTime) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
