// Promises 3 and 9: every commission comes to its end, and then nothing happens any more. Outward acts, which may happen
// at most once, have no subject yet.
import type { Known } from "../known.ts";
import { breaks, type World } from "../world.ts";

/** Those that still have to come to an end. */
export function unfinished({ known }: World): Known[] {
  return [...known.values()].filter(
    (one) => one.ended === null && one.deletion === null && !one.harmed.has("ledger"),
  );
}

export function everythingEnded(world: World): void {
  for (const { id } of unfinished(world)) breaks(world, "atLeastOnce", `${id} never ends.`);
}

/** Called when far more has happened than should. */
export function neverRests(world: World): void {
  const pending = world.machine.scheduler.pending().map(({ owner, what }) => `${owner.name}: ${what}`);
  if (unfinished(world).length > 0) everythingEnded(world);
  else breaks(world, "idle", `All has ended, and still there is no rest: ${pending.join("; ")}`);
}
