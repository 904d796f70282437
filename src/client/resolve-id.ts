// Finds the commission a person means by the first characters of its id.
import type { CommissionList } from "../contract/api/api.ts";
import { commissionId, commissionPrefix, type CommissionId } from "../contract/home/ids.ts";
import { ClientProblem } from "./problem.ts";

export interface ResolveDeps {
  list(query: { prefix: string; limit: number }): Promise<CommissionList>;
}

const shownMatches = 5;

export async function resolveId(deps: ResolveDeps, text: string): Promise<CommissionId> {
  const typed = text.trim().toLowerCase();
  const whole = commissionId.safeParse(typed);
  if (whole.success) return whole.data;
  const prefix = commissionPrefix.safeParse(typed);
  if (!prefix.success) throw notAnId(text);
  const { commissions } = await deps.list({ prefix: prefix.data, limit: shownMatches + 1 });
  const [first, ...others] = commissions.map((commission) => commission.id);
  if (first === undefined) throw notFound(typed);
  if (others.length > 0) throw ambiguous(typed, [first, ...others]);
  return first;
}

function notAnId(text: string): ClientProblem {
  return new ClientProblem({
    code: "not_found",
    message: `"${text.slice(0, 60)}" is not a commission id.`,
    hint: 'Give an id or at least its first four characters; "guild-hall list" shows them.',
  });
}

function notFound(prefix: string): ClientProblem {
  return new ClientProblem({
    code: "not_found",
    message: `No commission's id starts with "${prefix}".`,
    hint: 'Run "guild-hall list" to see which there are.',
  });
}

function ambiguous(prefix: string, ids: string[]): ClientProblem {
  const shown = ids.slice(0, shownMatches).join(", ");
  return new ClientProblem({
    code: "ambiguous_id",
    message: `More than one commission's id starts with "${prefix}": ${shown}${ids.length > shownMatches ? ", …" : ""}.`,
    hint: "Give more characters of the id.",
  });
}
