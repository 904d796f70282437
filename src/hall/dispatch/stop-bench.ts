// Ending a workbench: asked first, then firmly, so that its whole tree is gone within two seconds.
import type { Commission } from "../../rules/commission/state.ts";
import type { Conduct } from "./deps.ts";
import type { Following } from "./follow.ts";
import { wait } from "./wait.ts";

/** How long it may take to end by itself once it was asked. A session's own way of stopping is quicker. */
export const politeMs = 1200;
const pollMs = 50;
const giveUpMs = 10_000;

/** Called again and again while the workbench lives: the first time it is asked, later it is ended. */
export function pressToStop({ deps }: Conduct, following: Following, commission: Commission): void {
  const now = deps.clock.monotonic();
  const known = commission.record.process;
  if (following.askedAt === null) {
    // Nobody to signal yet: it has not said who it is. Asked again at the next look.
    if (deps.engine.signal(following, "stop", known)) following.askedAt = now;
  } else if (now - following.askedAt > politeMs) deps.engine.signal(following, "kill", known);
}

/** The session is over; the process should end by itself. Nothing is finished while it might still write. */
export async function makeGone(
  conduct: Conduct,
  following: Following,
  commission: Commission,
): Promise<void> {
  const { deps, stopping } = conduct;
  const begun = deps.clock.monotonic();
  for (;;) {
    const presence = deps.engine.presence(following);
    if (presence === "gone" || presence === "unknown" || stopping.aborted) return;
    const waited = deps.clock.monotonic() - begun;
    if (waited > politeMs) deps.engine.signal(following, "kill", commission.record.process);
    if (waited > giveUpMs) throw new Error(`The workbench of ${following.id} does not end.`);
    await wait(conduct, pollMs);
  }
}
