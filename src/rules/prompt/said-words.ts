// Formats what a person says to a worker under way: a note, or an answer to one of its questions. Such words are the
// person's, and count like the commission itself. What the worker asked is quoted, because it is not the person's.
import { quote } from "../../base/text/quote.ts";
import { answersTo } from "../commission/answers.ts";
import { type NumberedAnswer, notesOf, unheardAnswers, unheardNotes } from "../commission/notes.ts";
import type { CommissionRecord } from "../commission/state.ts";

/** The notes and answers that a message to the session is made of. */
export interface SaidWords {
  notes: readonly { number: number; text: string }[];
  answers: readonly NumberedAnswer[];
}

type Record = Pick<CommissionRecord, "notes" | "answers" | "heardWords" | "questions">;

export interface WordsPlace extends Pick<Record, "questions"> {
  /** The directory of attached files, as the worker sees it. */
  directory: string;
}

const mostCharacters = 1000;

export function isSilent({ notes, answers }: SaidWords): boolean {
  return notes.length === 0 && answers.length === 0;
}

/** Returns what the worker has not heard. */
export function unheardWords(record: Pick<Record, "notes" | "answers" | "heardWords">): SaidWords {
  return { notes: unheardNotes(record), answers: unheardAnswers(record) };
}

/** Returns everything that was said, with the latest answer to each question: for a session that knows nothing of it. */
export function allWords(record: Record): SaidWords {
  const answers = record.answers
    .map((answer, i) => ({ ...answer, place: i + 1 }))
    .filter((answer) => answersTo(record, answer.number).at(-1) === record.answers[answer.place - 1]);
  return { notes: notesOf(record), answers };
}

/** Returns the words without those that a message under way has. */
export function withoutGiven(words: SaidWords, given: readonly SaidWords[]): SaidWords {
  const notes = new Set(given.flatMap((each) => each.notes.map(({ number }) => number)));
  const answers = new Set(given.flatMap((each) => each.answers.map(({ place }) => place)));
  return {
    notes: words.notes.filter(({ number }) => !notes.has(number)),
    answers: words.answers.filter(({ place }) => !answers.has(place)),
  };
}

/** Returns the message that is said to a session under way. */
export function wordsUnderWay(words: SaidWords, place: WordsPlace): string {
  const answers = words.answers.map((answer) => {
    return `${answerHead(answer, place)}\n\n${answer.answer}`;
  });
  return [...words.notes.map(({ text }) => text), ...answers].join("\n\n");
}

/** Returns a section of the message with which a session begins or goes on; empty if nothing was said. */
export function wordsSection(words: SaidWords, place: WordsPlace): string {
  if (isSilent(words)) return "";
  const notes = words.notes.map(({ text }) => `The person says:\n${quote(text, "|")}`);
  const answers = words.answers.map((answer) => {
    return `${answerHead(answer, place)}\n${quote(answer.answer, "|")}`;
  });
  return [sectionHead, ...notes, ...answers].join("\n\n");
}

const sectionHead = `# What the person has said meanwhile

Lines behind "|" are words of the person who commissions you, and count like the commission itself. ("‹" stands for a left angle bracket.)`;

function answerHead(
  { number, attachments = [] }: NumberedAnswer,
  { questions, directory }: WordsPlace,
): string {
  const { question } = questions[number - 1] ?? { question: "" };
  const short = question.length > mostCharacters ? `${question.slice(0, mostCharacters)} [cut]` : question;
  const names = attachments.map(({ name }) => `"${directory}/${name}"`).join(", ");
  const files = names === "" ? "" : ` With it came ${names}, which you can read.`;
  return `The person answers your question ${number}.${files} You asked:\n${quote(short)}`;
}
