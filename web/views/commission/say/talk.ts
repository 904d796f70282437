// Follows in the ledger what people said to a commission under way, and which of it its worker has heard. Pure.
import type { LedgerEvent } from "../../../../src/contract/commission/events.ts";
import type { CommissionNote } from "../../../../src/contract/commission/notes.ts";

export interface Talk {
  notes: readonly CommissionNote[];
  /** True once the hall finishes the work: its worker hears nothing more. */
  isFinishing: boolean;
}

export const noTalk: Talk = { notes: [], isFinishing: false };

/** Returns the same object if the line changes nothing. */
export function talkAfter(talk: Talk, event: LedgerEvent): Talk {
  if (event.type === "note.said") return said(talk, event);
  if (event.type === "note.heard") return heard(talk, event);
  if (event.type === "finish.planned") return { ...talk, isFinishing: true };
  return event.type === "finish.withdrawn" ? { ...talk, isFinishing: false } : talk;
}

type Line<T extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: T }>;

function said(talk: Talk, { number, text, by, at }: Line<"note.said">): Talk {
  if (number !== talk.notes.length + 1) return talk;
  return { ...talk, notes: [...talk.notes, { number, text, by, at, heard: null }] };
}

function heard(talk: Talk, { note, turn, at }: Line<"note.heard">): Talk {
  if (talk.notes[note - 1]?.heard !== null) return talk;
  const hear = (each: CommissionNote) => (each.number === note ? { ...each, heard: { at, turn } } : each);
  return { ...talk, notes: talk.notes.map(hear) };
}

/** Merges the notes of the fetched detail and of the ledger: either may be ahead of the other. */
export function mergeNotes(
  detail: readonly CommissionNote[],
  ledger: readonly CommissionNote[],
): readonly CommissionNote[] {
  const [more, fewer] = ledger.length >= detail.length ? [ledger, detail] : [detail, ledger];
  return more.map((note, at) => (note.heard === null ? { ...note, heard: fewer[at]?.heard ?? null } : note));
}

/** The most notes that are shown at once, beside those that were not heard. */
const mostShown = 5;

/** Returns how many of the oldest notes are folded away: only heard ones, and at least two. */
export function foldedNotes(notes: readonly CommissionNote[]): number {
  const unheard = notes.findIndex(({ heard }) => heard === null);
  const heard = unheard === -1 ? notes.length : unheard;
  const folded = Math.min(heard, notes.length - mostShown);
  return folded < 2 ? 0 : folded;
}
