// Defaults, as in the contract, for fields of a commission that a hall of an earlier release does not send. A test
// compares them with the contract.
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
  landing: null,
  comments: null,
  against: null,
  waitsUntil: null,
} satisfies Partial<CommissionSummary>;

/** Returns the commission with every field that views rely on; the same object if nothing is missing. */
export function whole<T extends object>(commission: T): T {
  for (const name in lacking) if (!(name in commission)) return { ...lacking, ...commission };
  return commission;
}
