// Says why no word reaches a commission's worker any more, and what to do instead. Pure.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { isMember } from "../../../words/worker-name.ts";

export interface NoNote {
  says: string;
  /** The commission that continues the work, to which it can be said; `null` if there is none. */
  next: string | null;
}

export type Talked = Pick<
  CommissionDetail,
  "worker" | "endedAt" | "cancelRequested" | "continuedBy" | "refusals" | "afterEnd"
>;

/** Returns `null` if a word may still reach the worker. */
export function whyNoNote(commission: Talked, isFinishing: boolean): NoNote | null {
  const { worker, endedAt, cancelRequested, continuedBy } = commission;
  if (endedAt !== null)
    return continuedBy === null
      ? { says: `It has ended. ${instead(commission)}`, next: null }
      : { says: "It has ended. To say more, go to", next: continuedBy };
  if (isMember(worker)) return later("A guild member takes no word under way.");
  if (cancelRequested) return later("It is being cancelled.");
  return isFinishing ? later("Its work is done, and the hall is finishing it.") : null;
}

function later(why: string): NoNote {
  return { says: `${why} Once it has ended, redispatch it with a note.`, next: null };
}

function instead({ afterEnd, refusals }: Talked): string {
  if (afterEnd !== null && afterEnd.refusals.sendBack === null)
    return "To say more, send it back with a note.";
  return refusals.redispatch ?? "To say more, redispatch it with a note.";
}
