// Charges the requests to the model that were in flight when their workbench was killed, because no process was left to
// read their usage.
import type { CourseFact, CopiedFact } from "../../contract/course/course-facts.ts";
import { mostMadeIn } from "../model/estimate.ts";
import { addSpent } from "../model/spent.ts";
import type { Course } from "./course.ts";

/** A request that was sent and whose outcome is not on record yet. */
export interface SentRequest extends Pick<Sent, "request" | "tokens" | "inputUsd" | "outputUsd" | "priced"> {
  at: string;
}

type Sent = CopiedFact<CourseFact> & { type: "model.sent" };
type Accounts = Pick<Course, "sent" | "tokens" | "costUsd" | "budgetUsd" | "spent">;

export function noteSent({ sent }: Course, fact: Sent): Pick<Course, "sent"> {
  const { request, at, tokens, inputUsd, outputUsd, priced } = fact;
  return { sent: [...sent, { request, at, tokens, inputUsd, outputUsd, priced }] };
}

/** Drops a request whose outcome is now on record. Lines of older releases have no request number. */
export function settle({ sent }: Course, request: number | undefined): Pick<Course, "sent"> {
  return { sent: request === undefined ? sent : sent.filter((each) => each.request !== request) };
}

/**
 * Adds the estimated cost of all open requests. `at` is when the loss was noticed: the model may have produced output
 * until then.
 */
export function chargeLost(course: Course, at: string): Accounts {
  const { sent, tokens, costUsd, budgetUsd, spent } = course;
  return sent.reduce<Accounts>((known, each) => addLost(known, { each, at, course }), {
    sent: [],
    tokens,
    costUsd,
    budgetUsd,
    spent,
  });
}

interface Lost {
  each: SentRequest;
  at: string;
  course: Course;
}

function addLost(known: Accounts, { each, at, course }: Lost): Accounts {
  const { input, output, cacheRead, cacheWrite } = each.tokens;
  const made = Math.min(output, mostMade(each.at, at));
  const usd = each.inputUsd + (output === 0 ? 0 : (each.outputUsd * made) / output);
  const costUsd = each.priced ? usd : null;
  return {
    sent: known.sent,
    tokens: {
      input: known.tokens.input + input,
      output: known.tokens.output + made,
      cacheRead: known.tokens.cacheRead + cacheRead,
      cacheWrite: known.tokens.cacheWrite + cacheWrite,
    },
    costUsd: known.costUsd === null || costUsd === null ? null : known.costUsd + costUsd,
    budgetUsd: known.budgetUsd + usd,
    spent: course.isRehearsed ? known.spent : addSpent(known.spent, { at: each.at, costUsd }),
  };
}

/**
 * Returns how many tokens the model can have produced between two times. If the clock was set back, assumes the whole
 * output that was asked for.
 */
function mostMade(from: string, to: string): number {
  const ms = Date.parse(to) - Date.parse(from);
  return ms >= 0 ? mostMadeIn(ms) : Infinity;
}
