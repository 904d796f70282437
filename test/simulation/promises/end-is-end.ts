// A terminal status absorbs: nothing is announced after it but what a person says to a question, and no later hall shows
// another. A cancel that was accepted ends in `cancelled`.
import { type EndedStatus, isEndedStatus, type Status } from "../../../src/contract/commission/commission.ts";
import type { Known } from "../known.ts";
import { breaks, type OpenHall, type World } from "../world.ts";

export function statusSeen(world: World, known: Known, status: Status): void {
  if (known.harmed.has("ledger")) return;
  if (known.ended !== null && status !== known.ended)
    breaks(world, "final", `${known.id} was ${known.ended} and is ${status}.`);
  if (isEndedStatus(status)) endSeen(world, known, status);
}

function endSeen(world: World, known: Known, status: EndedStatus): void {
  known.ended = status;
  if (known.cancelled && status !== "cancelled")
    breaks(world, "final", `${known.id} was told to be cancelled and is ${status}.`);
}

export function statusesAtOpening(world: World, { ledger }: OpenHall): void {
  for (const { id, status } of ledger.summaries()) {
    const known = world.known.get(id);
    if (known) statusSeen(world, known, status);
  }
}
