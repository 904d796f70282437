// What is shown as refused is what is refused: one rule, and a word for each state.
import { describe, expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { refusalsOf, refuseRemoval } from "../../../src/rules/commission/refusals.ts";
import * as histories from "../../harness/ledger/histories.ts";

const states = {
  pending: histories.created,
  blocked: histories.blocked,
  dispatched: histories.dispatched,
  "in progress": histories.inProgress,
  paused: histories.paused,
  "being cancelled": histories.cancelRequested,
  "being finished": histories.planned,
  completed: histories.completed,
  failed: histories.failed,
  cancelled: histories.cancelled,
};

const notEnded = "A commission that has not ended cannot be";
const redispatch = `${notEnded} redispatched.`;
const refusal = `${notEnded} deleted.`;
const open = { cancel: null, redispatch, remove: { refusal, toTrash: false } };
const over = { cancel: null, redispatch: null, remove: { refusal: null, toTrash: false } };
const expected: Record<keyof typeof states, unknown> = {
  pending: open,
  blocked: open,
  dispatched: open,
  "in progress": open,
  paused: open,
  "being cancelled": open,
  "being finished": {
    ...open,
    cancel: "The commission is being finished; it can no longer be cancelled.",
  },
  completed: over,
  failed: { ...over, remove: { refusal: null, toTrash: true } },
  cancelled: over,
};

describe("what would be refused", () => {
  test.each(Object.keys(states) as (keyof typeof states)[])("of one that is %s", (state) => {
    expect(refusalsOf(histories.commissionAfter(states[state]), null)).toEqual(expected[state] as never);
  });

  test("a second redispatch names the first", () => {
    const next = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ac");
    const commission = histories.commissionAfter(histories.completed);
    expect(refusalsOf(commission, next).redispatch).toBe(`It was redispatched before, as ${next}.`);
  });

  test("a failed one stays where nobody says that it may go", () => {
    const commission = histories.commissionAfter(histories.failed);
    expect(refuseRemoval(commission, false)?.problem.message).toBe("A failed commission is kept.");
    expect(refuseRemoval(commission, true)).toBeNull();
  });
});
