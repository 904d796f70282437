// Records decisions and questions that a worker leaves for people, within their limits.
import type { FactBody } from "../../contract/commission/facts.ts";
import { createSerial } from "../../base/async/serial.ts";
import type { ToolAnswer } from "../../contract/kit/index.ts";
import { decisionLength, type NoteKind, notesOf, whyNoMore } from "../../rules/limits/note-bounds.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";

export type NoteFact = Extract<FactBody, { type: "decision.recorded" | "question.logged" }>;

export interface NotesDeps {
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
  /** Returns what is on record now, from all sessions of the commission. */
  known(): Pick<CommissionRecord, "decisions" | "questions">;
}

export type Notes = (fact: NoteFact, answer: string) => Promise<ToolAnswer>;

/** Serializes calls, because each of several concurrent calls has to count those before it. */
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

/** A call that is repeated after a resume adds nothing. */
function isKnown(
  { decisions, questions }: ReturnType<NotesDeps["known"]>,
  { type, callKey }: NoteFact,
): boolean {
  const notes = type === "decision.recorded" ? decisions : questions;
  return notes.some((noted) => noted.callKey === callKey);
}
