// Asks a workbench to stop and kills it if it does not, so that its whole process tree is normally gone within two
// seconds.
import type { Commission } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";
import type { RunningBench } from "./follow.ts";
import { wait } from "./wait.ts";

/** How long a workbench may take to end after it was asked. A session stops faster than that. */
export const politeMs = 1200;
const pollMs = 50;
const giveUpMs = 10_000;

/**
 * Asks the workbench to stop at the first call, and kills it at a later one. Called repeatedly while it
 * lives.
 */
export function pressToStop({ deps }: ConductorState, following: RunningBench, commission: Commission): void {
  const now = deps.clock.monotonic();
  const known = commission.record.process;
  if (following.askedAt === null) {
    // The workbench may not have reported its process yet. Then the next call tries again.
    if (deps.engine.signal(following, "stop", known)) following.askedAt = now;
  } else if (now - following.askedAt > politeMs) deps.engine.signal(following, "kill", known);
}

/**
 * Waits until the workbench has exited after its session, and kills it if that takes too long. The commission is not
 * finished while the workbench might still write.
 */
export async function makeGone(
  conductor: ConductorState,
  following: RunningBench,
  commission: Commission,
): Promise<void> {
  const { deps, stopping } = conductor;
  const begun = deps.clock.monotonic();
  for (;;) {
    const presence = deps.engine.presence(following);
    if (presence === "gone" || presence === "unknown" || stopping.aborted) return;
    const waited = deps.clock.monotonic() - begun;
    if (waited > politeMs) deps.engine.signal(following, "kill", commission.record.process);
    if (waited > giveUpMs) throw new Error(`The workbench of ${following.id} does not end.`);
    await wait(conductor, pollMs);
  }
}
