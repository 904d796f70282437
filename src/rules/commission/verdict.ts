// The result of a decision: events to write, or a refusal with its reason.
import type { EventBody } from "../../contract/commission/events.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Commission } from "./state.ts";

export type Verdict = { ok: true; events: readonly EventBody[] } | Refusal;

/** The commission as it is after its commands were carried out, or why they were refused. */
export type Executed = { ok: true; commission: Commission } | Refusal;

export const nothing: Verdict = { ok: true, events: [] };

export function write(...events: EventBody[]): Verdict {
  return { ok: true, events };
}

export function not(what: string, commission: Commission): Refusal {
  const status = commission.status.replace("_", " ");
  return refuse("wrong_state", `The commission is ${status}; it cannot ${what} now.`);
}
