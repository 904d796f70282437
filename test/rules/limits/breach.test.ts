// Which limit a session has broken, and what time its earlier sessions count for.
import { describe, expect, test } from "bun:test";
import type { Limits } from "../../../src/contract/commission/limits.ts";
import { type Breach, findBreach, type SessionUse } from "../../../src/rules/limits/breach.ts";
import { commissionAfter, dispatched, factOf, inProgress } from "../../harness/ledger/histories.ts";
import { ledgerEvent } from "../../../src/contract/commission/events.ts";

const mb = 1024 * 1024;
const limits: Limits = {
  maxTurns: 9,
  maxBudgetUsd: 9,
  maxSeconds: 60,
  memoryMb: 100,
  diskMb: 100,
  files: 1000,
};
const calm: SessionUse = {
  workedMs: 59_999,
  memory: { bytes: 100 * mb, refused: false },
  disk: { bytes: 100 * mb, files: 1000, grownBytes: 100 * mb, freeBytes: 256 * mb },
};
const disk = { how: "disk", limitMb: 100 } as const;

const cases: [string, Partial<SessionUse>, Breach | null][] = [
  ["everything at its limit", {}, null],
  ["a second too long", { workedMs: 60_000 }, { how: "wall_clock", limitMs: 60_000 }],
  [
    "a byte of memory too much",
    { memory: { bytes: 100 * mb + 1, refused: false } },
    { how: "memory", limitMb: 100 },
  ],
  ["a process ended by the kernel", { memory: { bytes: 1, refused: true } }, { how: "memory", limitMb: 100 }],
  [
    "a byte of disk too much",
    { disk: { bytes: 100 * mb + 1, files: 0, grownBytes: 0, freeBytes: 9999 * mb } },
    disk,
  ],
  [
    "the last of the disk, taken",
    { disk: { bytes: 65 * mb, files: 0, grownBytes: 65 * mb, freeBytes: 255 * mb } },
    disk,
  ],
  [
    "the last of the disk, taken by others",
    { disk: { bytes: 65 * mb, files: 0, grownBytes: 64 * mb, freeBytes: 0 } },
    null,
  ],
  [
    "a file too many, and not all of its bytes counted",
    { disk: { bytes: 1, files: 1001, grownBytes: 0, freeBytes: 9999 * mb } },
    { how: "files", limit: 1000 },
  ],
  ["nothing measured", { memory: null, disk: null }, null],
];

describe("a session that was measured with", () => {
  test.each(cases)("%s", (_, measured, breach) => {
    expect(findBreach(limits, { ...calm, ...measured })).toEqual(breach);
  });

  test("the most of everything breaks no limit that was not set", () => {
    const most = { bytes: 1e15, files: 1e15, grownBytes: 1e15, freeBytes: 0 };
    const measured = { workedMs: 1e15, memory: { bytes: 1e15, refused: true }, disk: most };
    expect(findBreach({ memoryMb: null }, measured)).toBeNull();
  });
});

describe("the time that a commission was at work", () => {
  const over = { type: "session.ended", end: { how: "stopped" } } as const;
  const late = (ms: number) => ({ at: new Date(Date.UTC(2026, 10, 15, 9, 1) + ms).toISOString() });

  test("is what its sessions said, however the clock was set meanwhile", () => {
    const ended = { ...factOf(3, { ...over, ms: 1500 }), ...late(-86_400_000) };
    expect(commissionAfter([...inProgress, ended]).record.workedMs).toBe(1500);
  });

  test("is as long as a workbench was heard of that did not say", () => {
    const said = { ...factOf(3, { type: "session.said", text: "x" }), ...late(2500) };
    const lost = { type: "workbench.lost", bench: 1, began: true, message: "gone" } as const;
    expect(commissionAfter([...inProgress, said, lost]).record.workedMs).toBe(2500);
    expect(commissionAfter([...inProgress, { ...said, ...late(-9) }, lost]).record.workedMs).toBe(0);
    expect(commissionAfter([...dispatched, { ...lost, began: false }]).record.workedMs).toBe(0);
  });

  test("counts no time in which nobody was at a bench that was left and gone on with", () => {
    const said = (seq: number, ms: number) => ({
      ...factOf(seq, { type: "session.said", text: "x" }),
      ...late(ms),
    });
    const again = factOf(4, { type: "bench.started", pid: 2, startTime: "2", bootId: "b", version: "1" });
    const onceMore = { ...again, benchSeq: 6, ...late(7_200_000) };
    const lost = { type: "workbench.lost", bench: 1, began: true, message: "gone" } as const;
    const events = [
      said(3, 1000),
      { ...again, ...late(3_600_000) },
      said(5, 3_602_000),
      onceMore,
      said(7, 7_200_500),
      lost,
    ];
    expect(commissionAfter([...inProgress, ...events]).record.workedMs).toBe(3500);
  });

  test("adds up over workbenches", () => {
    const again = [
      { type: "commission.requeued", cause: "crash", notBefore: "" } as const,
      ...dispatched.slice(1, 2),
    ];
    const second = [
      { type: "workbench.starting", bench: 2 } as const,
      factOf(1, { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "1" }, 2),
      factOf(2, { ...over, ms: 70 }, 2),
    ];
    const first = factOf(3, { ...over, ms: 30 });
    expect(commissionAfter([...inProgress, first, ...again, ...second]).record.workedMs).toBe(100);
  });

  test("and the limits can be read in the lines of an older release", () => {
    const stamp = { v: 1, seq: 1, at: "2026-11-15T09:01:00.000Z" };
    const old = [
      {
        type: "commission.dispatched",
        sandbox: "process",
        limits: { maxTurns: 1, maxBudgetUsd: 2 },
        ...stamp,
      },
      { ...over, bench: 1, benchSeq: 2, ...stamp },
    ];
    for (const line of old) expect(ledgerEvent.safeParse(line).success).toBe(true);
  });
});
