// Finds that a workbench is gone without a report, and declares it lost.
import type { Course } from "../../rules/course/course.ts";
import { describeLoss } from "../../rules/course/describe-loss.ts";
import { catchUp } from "./catch-up.ts";
import type { Follower, FollowTypes, RunningBench } from "./follower.ts";
import { wasUnrecorded } from "./unrecorded.ts";

/** How long a workbench that this hall did not start may take to acquire its lock. */
const graceMs = 10_000;

/**
 * Kills a workbench that did not begin in time. A loop in the worker's code would keep it from acquiring its lock and
 * from handling a stop request.
 */
export function endIfHung<T extends FollowTypes>(
  { deps }: Follower<T>,
  running: RunningBench<T>,
  process: Course["process"],
): void {
  const isLate = deps.clock.monotonic() - running.since > deps.startWithinMs;
  if (!isLate || running.hung || process !== null) return;
  if (deps.engine.presence(running) !== "starting") return;
  running.hung = deps.engine.signal(running, "kill", null);
  const { id, bench } = running;
  deps.log.error("a workbench did not begin in time; it is ended", { id, bench });
}

export function isGone<T extends FollowTypes>(
  { deps }: Follower<T>,
  running: RunningBench<T>,
  process: Course["process"],
): boolean {
  const presence = deps.engine.presence(running);
  if (presence !== "unknown") return presence === "gone";
  // A workbench that has written its first line holds its lock while it lives. Before that, it may still be loading.
  return process !== null || deps.clock.monotonic() - running.since > graceMs;
}

/**
 * Declares the workbench lost while holding its lock. A workbench that begins late finds the lock taken, or
 * afterwards this event in the ledger, and exits. So two never work at once.
 */
export async function declareLost<T extends FollowTypes>(
  follower: Follower<T>,
  running: RunningBench<T>,
  state: T["state"],
): Promise<T["state"]> {
  const { deps, kind } = follower;
  const lost = await deps.engine.withoutBench(running.id, async () => {
    const last = await catchUp(follower, running);
    if (!kind.isAtWork(last)) return last;
    const began = kind.courseOf(last).process !== null || running.damage !== null;
    const storage = running.damage === null && wasUnrecorded(follower, running);
    const hung = running.hung && !began;
    const what = hung ? hangText(deps, kind.workerOf(last)) : lossText(running.damage, storage);
    const byHall = hung || running.askedAt !== null;
    const message = describeLoss({ what, words: deps.engine.lastWords(running), byHall });
    const { id, bench } = running;
    return kind.loseBench({ id, bench }, { began, message, storage, hung });
  });
  return lost ?? state;
}

function lossText(damage: string | null, storage: boolean): string {
  if (damage !== null) return `The workbench ended, and its journal cannot be read: ${damage}`;
  return storage
    ? "The workbench ended while the disk could not record how its session ended."
    : "The workbench ended without saying how its session ended.";
}

function hangText({ startWithinMs }: { startWithinMs: number }, worker: string): string {
  return `The workbench did not begin within ${startWithinMs / 1000} s and was ended. The code of worker "${worker}", or of a toolbox it uses, may hang while it is loaded: look for a loop or a long wait at its top level, in "activate" or in "tools".`;
}
