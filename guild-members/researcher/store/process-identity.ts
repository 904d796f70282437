// Identifies processes by more than the pid, which may have been reused since.
import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "./meta.ts";

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? "unknown", bootId: bootId() };
}

/**
 * Returns whether the process still runs. Without /proc this is always false; then only the lock on the directory
 * protects the jobs.
 */
export function isAlive({ pid, startTime, bootId: boot }: ProcessIdentity): boolean {
  return startTime !== "unknown" && boot === bootId() && startTimeOf(pid) === startTime;
}

function startTimeOf(pid: number): string | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets and may hold anything, brackets included.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === "Z" || state === "X" ? undefined : rest[18];
}

function bootId(): string {
  return readOrNothing("/proc/sys/kernel/random/boot_id")?.trim() ?? "unknown";
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
