// Counts what the requests to the model have used: turns, tokens, money.
import type { CourseFact, CopiedFact } from "../../contract/course/course-facts.ts";
import type { Tokens } from "../../contract/course/model-request.ts";
import { addSpent } from "../model/spent.ts";
import type { Course } from "./course.ts";
import { noteSent, settle } from "./lost-requests.ts";

type Request = Extract<CopiedFact<CourseFact>, { type: "model.sent" | "model.answered" | "model.failed" }>;

export function learnOfRequest(course: Course, fact: Request): Partial<Course> {
  if (fact.type === "model.sent") return noteSent(course, fact);
  const settled = settle(course, fact.request);
  if (fact.type === "model.answered") return { ...countAnswer(course, fact), ...settled };
  return { failedTurns: course.failedTurns + (fact.kind === "main" ? 1 : 0), ...settled };
}

function countAnswer(course: Course, fact: Request & { type: "model.answered" }): Partial<Course> {
  const isTurn = fact.kind === "main" && fact.whole;
  const { input, cacheRead, cacheWrite } = fact.tokens;
  return {
    turns: course.turns + (isTurn ? 1 : 0),
    cutOff: isTurn ? [] : course.cutOff,
    tokens: add(course.tokens, fact.tokens),
    contextTokens: isTurn ? input + cacheRead + cacheWrite : course.contextTokens,
    costUsd: course.costUsd === null || fact.costUsd === null ? null : course.costUsd + fact.costUsd,
    budgetUsd: course.budgetUsd + fact.budgetUsd,
    spent: course.isRehearsed ? course.spent : addSpent(course.spent, fact),
  };
}

function add(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}
