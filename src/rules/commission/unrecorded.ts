// A running commission whose changes the hall cannot write down: its ledger, and so its status, is stale.

export interface Unrecorded {
  bench: number;
  /** The disk's error code; `null` if something else is wrong. */
  code: string | null;
  /** Its workbench is gone. */
  isGone: boolean;
  /** Why its last finish failed; `null` if that is not the problem. */
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
