// Renders the status of a commission as a word, coloured if colour is wanted.
import type { Seal, Status } from "../../contract/commission/commission.ts";
import { isTurnedDown, type Sealed } from "../../rules/show/seal.ts";
import type { Paint } from "./paint.ts";

const brushes: Readonly<Record<Status, keyof Paint>> = {
  pending: "dim",
  blocked: "yellow",
  dispatched: "cyan",
  in_progress: "cyan",
  paused: "yellow",
  completed: "green",
  failed: "red",
  cancelled: "yellow",
};

export function statusWord(paint: Paint, status: Status): string {
  return paint[brushes[status]](status);
}

/**
 * Returns the colour of a commission's status. Refuted or conflicting work is not shown in the colour of completed
 * work.
 */
export function statusBrush(paint: Paint, commission: Sealed): (text: string) => string {
  return isTurnedDown(commission) ? paint.red : paint[brushes[commission.status]];
}

export const sealWords: Readonly<Record<Seal, string>> = {
  verified: "verified",
  claimed: "claimed",
  refuted: "refuted",
  conflict: "conflict",
  unchanged: "changed nothing",
};
