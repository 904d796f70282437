// Records the decisions and questions that a worker leaves for people, up to a limit for each.
import type { FactBody } from "../../contract/commission/facts.ts";
import { createSerial } from "../../base/async/serial.ts";
import type { ToolAnswer } from "../../contract/kit/index.ts";
import { decisionLength, type NoteKind, notesOf, whyNoMore } from "../../rules/limits/note-bounds.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";

export type NoteFact = Extract<FactBody, { type: "decision.recorded" | "question.logged" }>;

export interface NotesDeps {
  /** Writes the fact to the journal of the commission. It is on disk once the promise resolves. */
  record(fact: FactBody): Promise<void>;
  /** Returns what is on record now, from all sessions of the commission. */
  known(): Pick<CommissionRecord, "decisions" | "questions">;
}

export type Notes = (fact: NoteFact, answer: string) => Promise<ToolAnswer>;

/** Serialises calls, because each call has to count the notes of those before it. */
export function createNotes(deps: NotesDeps): Notes {
  const serial = createSerial();
  return (fact, answer) => serial(() => note(deps, fact, answer));
}

async function note(deps: NotesDeps, fact: NoteFact, answer: string): Promise<ToolAnswer> {
  const known = deps.known();
  const refused = isKnown(known, fact) ? null : whyRefused(known, fact);
  if (refused !== null) return { isError: true, text: `It was NOT recorded. ${refused}` };
  await deps.record(fact);
  return { text: answer };
}

function whyRefused(known: ReturnType<NotesDeps["known"]>, fact: NoteFact): string | null {
  const kind: NoteKind = fact.type === "decision.recorded" ? "decision" : "question";
  const length = fact.type === "decision.recorded" ? decisionLength(fact) : fact.question.length;
  return whyNoMore(kind, notesOf(known, kind), length);
}

/**
 * Tells whether this call is on record already. After a resume a call may be repeated; it then adds nothing to the
 * count.
 */
function isKnown(
  { decisions, questions }: ReturnType<NotesDeps["known"]>,
  { type, callKey }: NoteFact,
): boolean {
  const notes = type === "decision.recorded" ? decisions : questions;
  return notes.some((noted) => noted.callKey === callKey);
}
