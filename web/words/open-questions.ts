// Lists a commission's unanswered questions. Pure.
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";

export interface OpenQuestion {
  /** Counted from 1, over all of the commission's questions. */
  number: number;
  question: string;
}

export function openQuestions({ questions }: Pick<CommissionDetail, "questions">): OpenQuestion[] {
  return questions.flatMap(({ question, answer }, at) =>
    answer === null ? [{ number: at + 1, question }] : [],
  );
}
