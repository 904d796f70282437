// Says what becomes of a person's words to a commission: its notes, and the answers to its worker's questions. Pure.
import type { Status } from "../../src/contract/commission/commission.ts";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import type { CommissionNote, Hearing, maxNoteCharacters } from "../../src/contract/commission/notes.ts";
import { counted } from "./say.ts";
import { isMember } from "./worker-name.ts";

// Only the type is imported, because the contract's code must not be bundled into the page.
const mostCharacters: typeof maxNoteCharacters = 20_000;

/** Returns why the hall would refuse these words as a note, in words for the page; `null` if they are well. */
export function noteFault(text: string): string | null {
  const { length } = text.trim();
  if (length === 0) return "It is empty: write something first.";
  if (length <= mostCharacters) return null;
  return `It has ${counted(length, "character")}; a note has at most ${counted(mostCharacters, "character")}.`;
}

type Ended = Pick<CommissionDetail, "endedAt" | "continuedBy">;

export function heardWords(heard: Hearing | null, { endedAt, continuedBy }: Ended): string {
  if (heard !== null) return `Heard at turn ${heard.turn}`;
  if (endedAt === null) return "Not heard yet";
  return continuedBy === null
    ? "Not heard before it ended; the next attempt is told"
    : "Not heard before it ended; the next attempt was told";
}

/** Says when a note that is said now will be heard. */
export function whenHeard(status: Status): string {
  if (status === "dispatched" || status === "in_progress")
    return "It does not wait for you: it hears your words with its next request.";
  return status === "paused"
    ? "It hears your words when it continues."
    : "It hears your words when it begins.";
}

/** Says what has become of the notes since; `null` if nothing has. */
export function noteNews(before: readonly CommissionNote[], now: readonly CommissionNote[]): string | null {
  const heard = now.filter((note, at) => note.heard !== null && !before[at]?.heard);
  const said = now.slice(before.length).filter((note) => note.heard === null);
  const news = [
    ...said.map(({ number }) => `Note ${number} is on record.`),
    ...heard.map((note) => `Note ${note.number} was heard at turn ${note.heard?.turn}.`),
  ];
  return news.length === 0 ? null : news.join(" ");
}

type Asking = Pick<CommissionDetail, "worker" | "endedAt" | "cancelRequested">;

/** Returns whether an answer that is given now may reach the worker that asked. */
export function mayHearAnswer({ worker, endedAt, cancelRequested }: Asking): boolean {
  return endedAt === null && !cancelRequested && !isMember(worker);
}
