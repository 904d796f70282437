// A running commission of which the hall cannot write down what it sees: its ledger, and with it its status, is behind.

export interface Unrecorded {
  bench: number;
  /** What the disk said; null where something else is wrong. */
  code: string | null;
  /** No workbench is there any more. */
  isGone: boolean;
}

export function unrecordedText({ code, isGone }: Unrecorded): string {
  if (code === null)
    return isGone
      ? "No workbench is at work on it, and the hall fails to go on; its log says why."
      : "The hall fails to follow it; its log says why.";
  return isGone
    ? `No workbench is at work on it, and the disk takes no record of that (${code}). It stands still until the disk takes writes again.`
    : `What it does cannot be recorded (${code}): the disk takes no writes.`;
}
