// Describes a running commission whose changes the hall cannot write to disk: its ledger, and so its status, is out of
// date.

export interface Unrecorded {
  bench: number;
  /** The disk's error code; `null` if something else is wrong. */
  code: string | null;
  /** Whether its workbench has ended. */
  isGone: boolean;
  /** Why the last attempt to finish the commission failed; `null` if that is not the problem. */
  finish: string | null;
}

export function unrecordedText({ code, isGone, finish }: Unrecorded): string {
  if (finish !== null)
    return `Its work is over, and the hall could not finish it; the hall tries again: ${finish}`;
  if (code === null)
    return isGone
      ? "No workbench is at work on it, and the hall cannot continue it; the hall's log says why."
      : "The hall cannot follow it; the hall's log says why.";
  return isGone
    ? `No workbench is at work on it, and the hall cannot record that (${code}). It stands still until the disk can be written again.`
    : `The hall cannot record what it does (${code}): the disk cannot be written.`;
}
