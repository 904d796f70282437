// What the hall has spent: which hour, which day, whose work, and what nobody knows.
import { describe, expect, test } from "bun:test";
import { workerName } from "../../../src/contract/member/member.ts";
import type { CommissionSummary } from "../../../src/contract/commission/meta.ts";
import type { Spending } from "../../../src/contract/commission/spending.ts";
import { addUp, sinceOf, spentBy, spentByDay } from "../../../src/rules/model/spending.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { commissionAfter, completed } from "../../harness/ledger/histories.ts";

const now = Date.parse("2026-11-16T09:30:00Z");
const [writer, reviewer] = [workerName.parse("writer"), workerName.parse("reviewer")];
const some = (changes: Partial<CommissionSummary>): CommissionSummary => ({
  ...summaryOf(commissionAfter(completed)),
  worker: writer,
  ...changes,
});
const spent = [{ hour: "2026-11-16T08", usd: 0.5, unpriced: 0 }];

describe("what one commission spent", () => {
  const rows: [string, Partial<CommissionSummary>, unknown[]][] = [
    ["is told by its hours", { spent }, [{ worker: writer, ...spent[0] }]],
    ["is nothing where it was rehearsed", { spent, rehearsed: true }, []],
    ["is nothing where nothing was asked", { cost: { usd: 0, rehearsed: false } }, []],
    [
      "of an older release counts whole at its end",
      { cost: { usd: 2, rehearsed: false }, endedAt: "2026-11-15T23:59:00.000Z" },
      [{ worker: writer, hour: "2026-11-15T23", usd: 2, unpriced: 0 }],
    ],
    [
      "of an older release that goes on counts now",
      { cost: { usd: 2, rehearsed: false }, endedAt: null },
      [{ worker: writer, hour: "2026-11-16T09", usd: 2, unpriced: 0 }],
    ],
    [
      "of an older release with a price that is not known is unknown",
      { cost: { usd: null, rehearsed: false }, endedAt: null },
      [{ worker: writer, hour: "2026-11-16T09", usd: 0, unpriced: 1 }],
    ],
  ];

  test.each(rows)("%s", (_what, changes, expected) => {
    expect([...spentBy(some(changes), now)]).toEqual(expected as never);
  });
});

test("hours are added up for each worker, oldest first, from the first that is asked for", () => {
  const since = sinceOf(now, 1);
  const at = (hour: string, worker = writer, unpriced = 0) => ({ worker, hour, usd: 1, unpriced });
  const all = [
    at("2026-11-16T09"),
    at("2026-11-16T08", reviewer),
    at("2026-11-16T09", writer, 2),
    at("2026-11-14T09"),
    at("2026-11-14T08"),
  ];
  expect(addUp(all, since)).toEqual({
    since: "2026-11-14T09",
    hours: [
      at("2026-11-14T09"),
      at("2026-11-16T08", reviewer),
      { ...at("2026-11-16T09", writer, 2), usd: 2 },
    ],
  });
});

describe("days", () => {
  const hour = (text: string, usd = 1) => ({ worker: writer, hour: text, usd, unpriced: 0 });
  const of = (hours: Spending["hours"]): Spending => ({ since: "2026-01-01T00", hours });
  const shifted = (hours: number) => (ms: number) =>
    new Date(ms + hours * 3_600_000).toISOString().slice(0, 10);
  const days = (spending: Spending, offset: number, many = 2) =>
    spentByDay(spending, { now, days: many, dayOf: shifted(offset) }).map(({ day, usd }) => [day, usd]);

  test.each([
    [
      "in London",
      0,
      [
        ["2026-11-16", 2],
        ["2026-11-15", 1],
      ],
    ],
    ["far in the east, where it is tomorrow sooner", 14, [["2026-11-16", 3]]],
    ["far in the west", -11, [["2026-11-15", 3]]],
    ["where a day begins in the middle of an hour", 5.5, [["2026-11-16", 3]]],
  ])("are those of the person %s", (_where, offset, expected) => {
    const hours = [hour("2026-11-15T20"), hour("2026-11-16T00"), hour("2026-11-16T01")];
    expect(days(of(hours), offset)).toEqual(expected as never);
  });

  test("today is there also when nothing was spent, and no day before those asked for", () => {
    expect(days(of([hour("2026-11-14T23")]), 0)).toEqual([["2026-11-16", 0]]);
    expect(days(of([hour("2026-11-14T23")]), 0, 3)).toEqual([
      ["2026-11-16", 0],
      ["2026-11-14", 1],
    ]);
  });

  test("are as many as were asked for, also where one of them is an hour short", () => {
    // The 15th ends an hour early there: from half past midnight, 24 hours back is the 14th.
    const turn = Date.parse("2026-11-15T12:00:00Z");
    const dayOf = (ms: number) => shifted(ms >= turn ? 1 : 0)(ms);
    const at = Date.parse("2026-11-15T23:30:00Z");
    const spending = of([hour("2026-11-14T23"), hour("2026-11-15T01")]);
    expect(spentByDay(spending, { now: at, days: 2, dayOf }).map(({ day }) => day)).toEqual([
      "2026-11-16",
      "2026-11-15",
    ]);
  });

  test("name each worker's part, the dearest first", () => {
    const hours = [hour("2026-11-16T08", 1), { ...hour("2026-11-16T08", 3), worker: reviewer }];
    const [today] = spentByDay(of(hours), { now, days: 1, dayOf: shifted(0) });
    expect(today).toMatchObject({
      usd: 4,
      workers: [
        { worker: reviewer, usd: 3 },
        { worker: writer, usd: 1 },
      ],
    });
  });
});
