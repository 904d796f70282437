// A workbench that is killed takes the bills of its requests with it: what may have to be paid is on record before.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import {
  answeredOnce,
  commissionAfter,
  factOf,
  inProgress,
  sentOnce,
} from "../../harness/ledger/histories.ts";

/** `sentOnce` has $1 of input and up to 32,000 tokens of output for $32, and was sent at 09:01:00. */
const at = (seconds: number) =>
  new Date(Date.parse("2026-11-15T09:01:00.000Z") + seconds * 1000).toISOString();
const lostAfter = (seconds: number): EventBody =>
  ({ type: "workbench.lost", bench: 1, began: true, message: "killed", at: at(seconds) }) as EventBody;
const after = (facts: readonly FactBody[], ...then: EventBody[]) =>
  commissionAfter([...inProgress, ...facts.map((fact, n) => factOf(n + 3, fact)), ...then]).record;
const failed = { type: "model.failed", kind: "main", status: 529, message: "busy", retried: true } as const;

describe("a request that was under way when its workbench was killed", () => {
  test.each([
    ["at once", 0, 1, 0],
    ["after ten seconds", 10, 1 + 2.5, 2500],
    ["after an hour", 3600, 1 + 32, 32_000],
    ["before it was sent, by a clock that was set back", -5, 1 + 32, 32_000],
  ])("%s counts for what may have been made by then", (_name, seconds, usd, output) => {
    const { budgetUsd, costUsd, tokens, sent, spent } = after([sentOnce], lostAfter(seconds));
    expect({ budgetUsd, costUsd, sent }).toEqual({ budgetUsd: usd, costUsd: usd, sent: [] });
    expect(tokens).toMatchObject({ input: 1000, output });
    expect(spent).toEqual([{ hour: "2026-11-15T09", usd, unpriced: 0 }]);
  });

  test("of a model without a known price has no known cost, and counts against the budget", () => {
    const { budgetUsd, costUsd } = after([{ ...sentOnce, priced: false }], lostAfter(10));
    expect([budgetUsd, costUsd]).toEqual([3.5, null]);
  });

  test("counts where a hall goes on with the same journal, and once", () => {
    const again = { type: "bench.started", pid: 11, startTime: "8", bootId: "b", version: "1" } as const;
    expect(after([sentOnce, again, again]).budgetUsd).toBe(1);
  });
});

describe("a request counts by its outcome alone", () => {
  const settled: [string, FactBody[], number][] = [
    ["once it is answered", [{ ...answeredOnce, costUsd: 0.25, budgetUsd: 0.25, request: 1 }], 0.25],
    ["once it was refused", [{ ...failed, request: 1 }], 0],
    [
      "when it failed and is charged after that",
      [failed, { ...answeredOnce, whole: false, budgetUsd: 1.5, request: 1 }],
      1.5,
    ],
    ["when its session came to an end", [{ type: "session.ended", end: { how: "stopped" } }], 0],
  ];
  test.each(settled)("%s", (_name, facts, usd) => {
    expect(after([sentOnce, ...facts], lostAfter(10)).budgetUsd).toBe(usd);
  });

  test("but another's outcome does not settle it (control)", () => {
    const other = { ...answeredOnce, budgetUsd: 0.25, request: 2 };
    expect(after([sentOnce, { ...sentOnce, request: 2 }, other], lostAfter(0)).budgetUsd).toBe(1.25);
    expect(after([sentOnce, failed], lostAfter(0)).budgetUsd).toBe(1);
  });
});
