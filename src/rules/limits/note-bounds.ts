// Limits the number and the total length of a commission's decisions and questions, because people read them
// and the hall rewrites their files each time one is added.
import type { CommissionRecord } from "../commission/state.ts";

export type NoteKind = "decision" | "question";

interface Bound {
  most: number;
  characters: number;
}

export const noteBounds: Readonly<Record<NoteKind, Bound>> = {
  decision: { most: 200, characters: 400_000 },
  question: { most: 100, characters: 200_000 },
};

/** Returns the length of each note on record. */
export function notesOf(record: Pick<CommissionRecord, "decisions" | "questions">, kind: NoteKind): number[] {
  return kind === "decision"
    ? record.decisions.map(decisionLength)
    : record.questions.map(({ question }) => question.length);
}

export function decisionLength(
  note: Pick<CommissionRecord["decisions"][number], "question" | "decision" | "reasoning">,
) {
  return note.question.length + note.decision.length + note.reasoning.length;
}

/** Tells the worker why another note of this length is refused; `null` if it is accepted. */
export function whyNoMore(kind: NoteKind, taken: readonly number[], added: number): string | null {
  const { most, characters } = noteBounds[kind];
  if (taken.length >= most)
    return `This commission has ${taken.length} ${kind}s on record, and no more are taken. Put what is left into your result.`;
  const left = characters - taken.reduce((sum, length) => sum + length, 0);
  if (added <= left) return null;
  return `The ${kind}s of this commission may have ${characters} characters together, of which ${Math.max(0, left)} are left; this one has ${added}. Say it shorter, or put it into your result.`;
}
