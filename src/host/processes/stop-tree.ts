// Holds processes still while something is looked at that they could move out of sight: a file that is renamed again and
// again is in none of the places where a walk looks for it.
import { setTimeout as pause } from "node:timers/promises";
import { readProcStat } from "./proc-stat.ts";
import { pidsOf } from "./process-tree.ts";

/** Each round finds those that the others have started, or woken, since the round before. */
const mostRounds = 60;
/** After so many rounds without any, none is left that could wake another. */
const quietRounds = 2;
/** For a signal to arrive. */
const roundMs = 5;

/** Stops them and all that descend from them, as far as there is a /proc, until the task is done. */
export async function whileStopped<T>(roots: readonly number[], task: () => Promise<T>): Promise<T> {
  const stopped = new Map<number, string>();
  try {
    for (let round = 0, quiet = 0; round < mostRounds && quiet < quietRounds; round += 1) {
      quiet = stopAll(stopped, roots) ? 0 : quiet + 1;
      await pause(roundMs);
    }
    return await task();
  } finally {
    for (const [pid, startTime] of stopped)
      if (readProcStat(pid)?.startTime === startTime) signal(pid, "SIGCONT");
  }
}

/** Whether one of them was at work. */
function stopAll(stopped: Map<number, string>, roots: readonly number[]): boolean {
  const running = roots.flatMap(pidsOf).flatMap((pid) => {
    const found = readProcStat(pid);
    return found === undefined || found.isDead || found.isStopped ? [] : [found];
  });
  for (const { pid, startTime } of running) {
    stopped.set(pid, startTime);
    signal(pid, "SIGSTOP");
  }
  return running.length > 0;
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}
