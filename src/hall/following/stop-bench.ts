// Asks a workbench to stop and kills it if it does not, so that its whole process tree is normally gone within two
// seconds.
import type { Course } from "../../rules/course/course.ts";
import type { Follower, FollowTypes, RunningBench } from "./follower.ts";
import { wait } from "./wait.ts";

/** How long a workbench may take to end after it was asked. A session stops faster than that. */
export const politeMs = 1200;
const pollMs = 50;
const giveUpMs = 10_000;

/**
 * Asks the workbench to stop at the first call, and kills it at a later one. Called repeatedly while it
 * lives.
 */
export function pressToStop<T extends FollowTypes>(
  { deps }: Follower<T>,
  following: RunningBench<T>,
  known: Course["process"],
): void {
  const now = deps.clock.monotonic();
  if (following.askedAt === null) {
    // The workbench may not have reported its process yet. Then the next call tries again.
    if (deps.engine.signal(following, "stop", known)) following.askedAt = now;
  } else if (now - following.askedAt > politeMs) deps.engine.signal(following, "kill", known);
}

/**
 * Waits until the workbench has exited after its session, and kills it if that takes too long. Nothing is concluded
 * while the workbench might still write.
 */
export async function makeGone<T extends FollowTypes>(
  follower: Follower<T>,
  following: RunningBench<T>,
  known: Course["process"],
): Promise<void> {
  const { deps, stopping } = follower;
  const begun = deps.clock.monotonic();
  for (;;) {
    const presence = deps.engine.presence(following);
    if (presence === "gone" || presence === "unknown" || stopping.aborted) return;
    const waited = deps.clock.monotonic() - begun;
    if (waited > politeMs) deps.engine.signal(following, "kill", known);
    if (waited > giveUpMs) throw new Error(`The workbench of ${following.id} does not end.`);
    await wait(follower, pollMs);
  }
}
