// Handles what people say to a commission under way: notes, and answers to its worker's questions. A commission never
// waits for either. A note is heard once, or it is shown as unheard and reaches the next attempt.
import type { HallEventBody, LedgerEvent, TakenFactBody } from "../../contract/commission/events.ts";
import { type Hearing, mostUnheard, type CommissionNote } from "../../contract/commission/notes.ts";
import { memberOf } from "../../contract/member/member.ts";
import { refuse } from "../../contract/api/problem.ts";
import { answersTo } from "./answers.ts";
import type { Command } from "./commands.ts";
import { type Answer, type Commission, type CommissionRecord, isEnded } from "./state.ts";
import { nothing, type Verdict, write } from "./verdict.ts";

export interface SaidNote {
  text: string;
  by: string;
  at: string;
  key: string | null;
}

export interface HeardWords {
  /** By the number of the note. */
  notes: ReadonlyMap<number, Hearing>;
  /** By the position of the answer among all answers, from 1. */
  answers: ReadonlyMap<number, Hearing>;
  /** Messages that were handed over and of which something has not been heard. */
  given: readonly GivenWords[];
}

export interface GivenWords {
  uuid: string;
  notes: readonly number[];
  answers: readonly number[];
}

export const noneHeard: HeardWords = { notes: new Map(), answers: new Map(), given: [] };

export function tell(commission: Commission, command: Extract<Command, { do: "tell" }>): Verdict {
  const { record } = commission;
  const { text, by, key } = command;
  if (key !== null && record.notes.some((note) => note.key === key)) return nothing;
  if (memberOf(record.request.worker) !== null)
    return refuse("not_for_members", "A guild member takes no word under way.", redispatchIt);
  if (isEnded(commission))
    return refuse(
      "wrong_state",
      `The commission has ended: it is ${commission.status}.`,
      'Begin another attempt with your words: guild-hall redispatch ID --note "...".',
    );
  if (record.plan !== null)
    return refuse("wrong_state", "The work is done, and the hall is finishing it.", redispatchIt);
  if (record.cancel !== null)
    return refuse("wrong_state", "The commission is being cancelled.", redispatchIt);
  if (unheardNotes(record).length >= mostUnheard)
    return refuse(
      "wrong_state",
      `${mostUnheard} notes wait to be heard already.`,
      'Wait until the worker has heard one of them; "guild-hall show ID" lists them.',
    );
  const number = record.notes.length + 1;
  return write({ type: "note.said", number, text, by, ...(key !== null && { key }) });
}

const redispatchIt =
  'Once it has ended, begin another attempt with your words: guild-hall redispatch ID --note "...".';

/** Returns the notes after the line. Ignores a line whose number does not follow. */
export function said(
  notes: readonly SaidNote[],
  { number, text, by, at, key }: Extract<HallEventBody, { type: "note.said" }> & { at: string },
): readonly SaidNote[] {
  return number === notes.length + 1 ? [...notes, { text, by, at, key: key ?? null }] : notes;
}

type WordsFact = Extract<TakenFactBody, { type: "words.given" | "note.heard" | "answer.heard" }>;

export function learnOfWords(before: HeardWords, fact: WordsFact): HeardWords {
  const { at } = fact;
  switch (fact.type) {
    case "words.given": {
      const { uuid, notes, answers } = fact;
      return withoutHeard({ ...before, given: [...before.given, { uuid, notes, answers }] });
    }
    case "note.heard":
      return withoutHeard({ ...before, notes: heardOnce(before.notes, fact.note, { at, turn: fact.turn }) });
    case "answer.heard":
      return withoutHeard({
        ...before,
        answers: heardOnce(before.answers, fact.answer, { at, turn: fact.turn }),
      });
  }
}

/** Keeps the first time that something was heard. */
function heardOnce(before: ReadonlyMap<number, Hearing>, number: number, hearing: Hearing) {
  return before.has(number) ? before : new Map(before).set(number, hearing);
}

function withoutHeard(words: HeardWords): HeardWords {
  const isOpen = ({ notes, answers }: GivenWords) =>
    notes.some((number) => !words.notes.has(number)) || answers.some((number) => !words.answers.has(number));
  return { ...words, given: words.given.filter(isOpen) };
}

/** Whether a workbench says that something was heard which no person has said. */
export function isOfUnsaid({ notes, answers }: CommissionRecord, fact: LedgerEvent): boolean {
  if (fact.type === "note.heard") return fact.note > notes.length;
  return fact.type === "answer.heard" && fact.answer > answers.length;
}

type Said = Pick<CommissionRecord, "notes" | "answers" | "heardWords">;

export function notesOf({ notes, heardWords }: Pick<Said, "notes" | "heardWords">): CommissionNote[] {
  return notes.map(({ text, by, at }, i) => {
    const number = i + 1;
    return { number, text, by, at, heard: heardWords.notes.get(number) ?? null };
  });
}

export function unheardNotes(said: Pick<Said, "notes" | "heardWords">): CommissionNote[] {
  return notesOf(said).filter(({ heard }) => heard === null);
}

/** Returns the note that a request said: that of its key, or the latest. */
export function noteSaid({ record }: Commission, key: string | null): CommissionNote | undefined {
  const at = key === null ? -1 : record.notes.findIndex((note) => note.key === key);
  return notesOf(record).at(at);
}

export interface NumberedAnswer extends Answer {
  /** The position among all answers, from 1. */
  place: number;
}

/** Returns the latest answer to each question, if the worker has not heard it. */
export function unheardAnswers({
  answers,
  heardWords,
}: Pick<Said, "answers" | "heardWords">): NumberedAnswer[] {
  return answers
    .map((answer, i) => ({ ...answer, place: i + 1 }))
    .filter(({ number, place }) => !heardWords.answers.has(place) && isLatest(answers, { number, place }));
}

function isLatest(answers: readonly Answer[], { number, place }: { number: number; place: number }): boolean {
  return answersTo({ answers }, number).at(-1) === answers[place - 1];
}

/** Returns when the worker heard the latest answer to a question; `null` if it has not, or there is none. */
export function hearingOfAnswer(
  { answers, heardWords }: Pick<Said, "answers" | "heardWords">,
  number: number,
) {
  const latest = answers.findLastIndex((answer) => answer.number === number);
  return latest === -1 ? null : (heardWords.answers.get(latest + 1) ?? null);
}
