// How a worker's commissions came out: what is counted where, and what is in none of it.
import { describe, expect, test } from "bun:test";
import { memoryScope } from "../../../src/contract/memory/memory.ts";
import type { CommissionSummary } from "../../../src/contract/commission/meta.ts";
import { noRecord, recordsOf } from "../../../src/rules/show/worker-record.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { conflicting } from "../../harness/ledger/checked.ts";
import * as histories from "../../harness/ledger/histories.ts";

const after = (
  history: Parameters<typeof histories.commissionAfter>[0],
  changes = {},
): CommissionSummary => ({
  ...summaryOf(histories.commissionAfter(history)),
  cost: { usd: 1, rehearsed: false },
  ...changes,
});
const recordOf = (...summaries: CommissionSummary[]) => recordsOf(summaries).get("researcher");
const took = (seconds: number) =>
  after(histories.completed, {
    startedAt: "2026-11-16T09:00:00.000Z",
    endedAt: new Date(Date.parse("2026-11-16T09:00:00.000Z") + seconds * 1000).toISOString(),
  });

describe("a commission", () => {
  const chore = { kind: "compaction", scope: memoryScope.parse("global") };
  const noBranch = { name: "claude/1", into: "claude/main", commit: null };
  const done = { completed: 1, usd: 1 };
  const rows: [string, CommissionSummary, object | undefined][] = [
    ["that waits is counted nowhere", after(histories.created), {}],
    ["that is paused is counted nowhere", after(histories.paused), {}],
    ["that is dispatched is at work", after(histories.dispatched), { running: 1 }],
    ["in progress is at work", after(histories.inProgress), { running: 1 }],
    ["that was claimed", after(histories.completed, { trust: "claimed" }), { ...done, claimed: 1 }],
    ["that was verified", after(histories.completed, { trust: "verified" }), { ...done, verified: 1 }],
    ["that was refuted", after(histories.completed, { trust: "refuted" }), { ...done, refuted: 1 }],
    ["in conflict", { ...after(conflicting(["a"])), trust: "verified" }, { ...done, conflict: 1 }],
    [
      "that changed nothing",
      { ...after(conflicting([])), branch: { ...noBranch, state: "unchanged" } },
      { ...done, unchanged: 1 },
    ],
    ["that failed", after(histories.failed), { failed: 1, usd: 1 }],
    ["that was cancelled", after(histories.cancelled), { cancelled: 1, usd: 1 }],
    [
      "whose cost is not known",
      after(histories.failed, { cost: { usd: null, rehearsed: false } }),
      { failed: 1, unpriced: 1 },
    ],
    ["that was rehearsed is nothing else", after(histories.completed, { rehearsed: true }), { rehearsed: 1 }],
    ["of the hall's own is none of a worker's", after(histories.completed, { chore }), undefined],
  ];

  test.each(rows)("%s", (_what, summary, expected) => {
    const record = recordOf(summary);
    if (expected === undefined) expect(record).toBeUndefined();
    else expect(record).toEqual({ ...noRecord, ...expected, medianSeconds: record?.medianSeconds ?? null });
  });
});

test.each([
  [[], null],
  [[7], 7],
  [[1, 100, 3], 3],
  [[1, 2, 4, 100], 3],
])("of completed ones that took %p seconds the middle is %p", (seconds, middle) => {
  const records = recordsOf([after(histories.failed), ...seconds.map(took)]);
  expect(records.get("researcher")?.medianSeconds).toBe(middle);
});

test("nothing is counted for a worker because of another, or from call to call", () => {
  const other = after(histories.completed, { worker: "writer" });
  for (let times = 0; times < 2; times += 1)
    expect(recordsOf([other, after(histories.failed)]).get("researcher")).toMatchObject({
      completed: 0,
      failed: 1,
    });
});
