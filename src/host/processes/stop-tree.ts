// Stops processes (SIGSTOP) while their files are inspected. A walk might otherwise miss a file that a
// process renames again and again.
import { setTimeout as pause } from "node:timers/promises";
import { readProcStat } from "./proc-stat.ts";
import { pidsOf } from "./process-tree.ts";

/** The most rounds. Each finds the processes that others have started, or resumed, since the round before. */
const mostRounds = 60;
/** After this many rounds that found no running process, none is left that could resume another. */
const quietRounds = 2;
/** Time for a signal to arrive. */
const roundMs = 5;

/** Stops these processes and their descendants until the task is done. Without a /proc, only runs the task. */
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

/** Returns whether any of them was running. */
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
