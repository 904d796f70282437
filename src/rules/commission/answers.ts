// Handles people's answers to a worker's questions. An answer may come at any time, even after the commission
// has ended; the latest one counts.
import { refuse } from "../../contract/api/problem.ts";
import type { Command } from "./commands.ts";
import type { Answer, Commission, CommissionRecord } from "./state.ts";
import { nothing, type Verdict, write } from "./verdict.ts";

export function answer({ record }: Commission, command: Extract<Command, { do: "answer" }>): Verdict {
  const { number, answer: text, by, attachments = [] } = command;
  const asked = record.questions.length;
  if (number < 1 || number > asked)
    return refuse("not_found", `There is no question ${number}.`, hint(asked));
  // A client that got no reply may retry: the same answer is not recorded twice.
  const isRepeated = answersTo(record, number).at(-1)?.answer === text && attachments.length === 0;
  if (isRepeated) return nothing;
  const files = attachments.length === 0 ? {} : { attachments: [...attachments] };
  return write({ type: "question.answered", number, answer: text, by, ...files });
}

function hint(asked: number): string {
  if (asked === 0) return "Its worker has asked nothing.";
  const there = asked === 1 ? "There is one, number 1" : `They are counted from 1 to ${asked}`;
  return `${there}; "guild-hall show ID" lists them.`;
}

/** Returns the answers to one question, latest last. */
export function answersTo({ answers }: Pick<CommissionRecord, "answers">, number: number): readonly Answer[] {
  return answers.filter((one) => one.number === number);
}

/** Returns the unanswered questions. */
export function openQuestions({ questions, answers }: Asked): Asked["questions"] {
  const answered = new Set(answers.map(({ number }) => number));
  return questions.filter((_question, i) => !answered.has(i + 1));
}

type Asked = Pick<CommissionRecord, "questions" | "answers">;
