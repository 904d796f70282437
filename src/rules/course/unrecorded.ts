// Says what is wrong with a commission that the hall cannot follow, record or finish. Its ledger, and so its
// status, is out of date.

export interface Unrecorded {
  bench: number;
  /** The disk's error code; `null` if something else is wrong. */
  code: string | null;
  /** Whether the workbench of the commission has ended. */
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
