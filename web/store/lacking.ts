// What a hall of an earlier release does not say of a commission: as the contract has it where it is missing. A test
// holds this against the contract.
import type { CommissionSummary } from "../../src/contract/commission/meta.ts";

export const lacking = {
  project: null,
  chore: null,
  attempt: 1,
  after: [],
  branch: null,
  blockedBy: [],
  approve: null,
  checked: null,
  contextWindow: null,
  spent: [],
  resumesAt: null,
  asks: null,
  latest: null,
  asked: null,
  against: null,
  waitsUntil: null,
} satisfies Partial<CommissionSummary>;

/** With everything that views count on. What lacks nothing is handed on as it is. */
export function whole<T extends object>(commission: T): T {
  for (const name in lacking) if (!(name in commission)) return { ...lacking, ...commission };
  return commission;
}
