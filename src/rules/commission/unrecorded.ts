// A running commission of which the hall cannot write down what it sees: its ledger, and with it its status, is behind.

export interface Unrecorded {
  bench: number;
  /** What the disk said; null where something else is wrong. */
  code: string | null;
  /** No workbench is there any more. */
  isGone: boolean;
  /** Why its finish failed the last time; null: that is not it. */
  finish: string | null;
}

export function unrecordedText({ code, isGone, finish }: Unrecorded): string {
  if (finish !== null) return `Its work is over, and finishing it failed; it is tried again: ${finish}`;
  if (code === null)
    return isGone
      ? "No workbench is at work on it, and the hall fails to go on; its log says why."
      : "The hall fails to follow it; its log says why.";
  return isGone
    ? `No workbench is at work on it, and the disk takes no record of that (${code}). It stands still until the disk takes writes again.`
    : `What it does cannot be recorded (${code}): the disk takes no writes.`;
}
