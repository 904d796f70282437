// Runs git even if a killed git has left its lock file behind. A lock that only the hall takes is removed if no process
// has the file open; if one has, git is retried for about ten seconds. Any other lock is left for the person to remove.
import { unlink } from "node:fs/promises";
import { codeOf } from "../../host/files/disk.ts";
import { isHeldOpen } from "../../host/processes/process-tree.ts";
import { sleep } from "../../host/clock.ts";
import { type GitDeps, gitFault, type GitOrder, type GitRun, runGit } from "./run.ts";

export interface LockedOrder extends GitOrder {
  /** Full paths of lock files that only the hall's git creates. */
  ownLocks: readonly string[];
}

const waitMs = 100;
const waits = 100;

export async function gitPastLock(deps: GitDeps, order: LockedOrder): Promise<string> {
  const run = await runPastLock(deps, order);
  if (run.code !== 0) throw gitFault(order, run);
  return run.stdout;
}

export async function runPastLock(deps: GitDeps, order: LockedOrder): Promise<GitRun> {
  for (let left = waits; ; left -= 1) {
    const run = await runGit(deps, order);
    const lock = /Unable to create '([^']+\.lock)': File exists/.exec(run.stderr)?.[1];
    const own = order.ownLocks.find((path) => path === lock);
    if (run.code === 0 || own === undefined || left === 0) return run;
    if (isHeldOpen(own)) await sleep(deps.clock, waitMs);
    else await takeAway(own);
  }
}

async function takeAway(lock: string): Promise<void> {
  await unlink(lock).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
}
