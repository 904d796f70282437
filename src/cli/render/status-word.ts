// The status of a commission as a word, coloured where colour is wanted.
import type { Status } from "../../contract/commission.ts";
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
  return statusBrush(paint, status)(status);
}

/** For a text that says more than the word. */
export function statusBrush(paint: Paint, status: Status): (text: string) => string {
  return paint[brushes[status]];
}
