// Who may start, who waits, and for what: as a table, and as random days at the hall.
import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { Waiting } from "../../../src/contract/commission/waiting.ts";
import { type AdmissionFacts, decideAdmission, noWaits } from "../../../src/rules/admission/admission.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { waitingForOf } from "../../../src/rules/admission/waiting-for.ts";
import * as histories from "../../harness/ledger/histories.ts";
import { commissionAfter, inProgress, someId } from "../../harness/ledger/histories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const plenty = { memoryMb: 100_000, diskMb: 100_000 };
const base: AdmissionFacts = {
  slots: 2,
  memberSlots: 3,
  hasModel: true,
  limits: defaultConfig.admission,
  machine: plenty,
  startedMsAgo: [],
  quota: null,
  msUntil: (_id, until) => Date.parse(until) - now,
  setAside: new Map(),
};
const rehearsal = "version: 1";

function waiting(minute: number, changes = {}): Commission {
  const commission = commissionAfter([{ type: "commission.created", request: newRequest(changes) }]);
  return { ...commission, record: { ...commission.record, createdAt: `2026-11-15T09:${minute}:00.000Z` } };
}
function paused(minute: number, changes = {}): Commission {
  const { record } = waiting(minute, changes);
  return { status: "paused", until: "2026-11-15T13:00:00.000Z", record };
}
function requeued(notBefore: string): Commission {
  return commissionAfter([...inProgress, { type: "commission.requeued", cause: "crash", notBefore }]);
}
const idOf = (commission: Commission): CommissionId => commission.record.request.id;
const running = commissionAfter(inProgress);
const pause = (msLeft: number, probe: CommissionId | null = null): AdmissionFacts["quota"] => ({
  pause: {
    pausedUntil: "2026-11-15T13:00:00.000Z",
    since: "2026-11-15T11:00:00.000Z",
    byCommission: someId,
    message: "m",
    probe,
  },
  msLeft,
});

describe("admission", () => {
  test("starts the oldest first, while there are slots, one a look", () => {
    const [young, old, middle] = [waiting(30), waiting(10), waiting(20)];
    expect(decideAdmission([young, old, middle], base).start?.id).toBe(idOf(old));
    expect(decideAdmission([young, running, middle], base).start?.id).toBe(idOf(middle));
    const busy = [running, commissionAfter(histories.dispatched), commissionAfter(histories.sessionOver)];
    expect(decideAdmission([...busy, old], base)).toMatchObject({
      start: null,
      againInMs: null,
      waits: { all: { reason: "slots", message: "All 2 slots are in use." } },
    });
  });

  test("leaves alone what is blocked, ended, being finished, or not due yet", () => {
    const cancelledWhile = (before: Commission): Commission => ({
      ...before,
      record: {
        ...before.record,
        plan: { outcome: { status: "cancelled", endedBy: "cancel", reason: "r" }, copy: [] },
      },
    });
    const left = [
      cancelledWhile(waiting(10)),
      cancelledWhile(paused(10)),
      requeued("2026-11-15T13:00:00Z"),
      commissionAfter(histories.blocked),
      commissionAfter(histories.completed),
    ];
    expect(decideAdmission(left, base)).toMatchObject({ start: null, wake: [], againInMs: 60_000 });
    expect(decideAdmission([requeued("2026-11-15T11:00:00Z")], base).start).not.toBeNull();
    expect(decideAdmission([requeued("2026-11-15T12:00:05Z")], base).againInMs).toBe(5000);
  });

  test("passes over one whose admission has just failed, and comes back to it", () => {
    const [first, second] = [waiting(10), waiting(20)];
    const setAside = new Map([[idOf(first), 1500]]);
    expect(decideAdmission([first, second], { ...base, setAside }).start?.id).toBe(idOf(second));
    expect(decideAdmission([first], { ...base, setAside })).toMatchObject({ start: null, againInMs: 1500 });
  });

  interface Case {
    name: string;
    facts: Partial<AdmissionFacts>;
    reason: Waiting["reason"] | null;
    againInMs?: number | null;
    others?: Commission[];
  }
  const limits = (part: Partial<AdmissionFacts["limits"]>) => ({
    limits: { ...defaultConfig.admission, ...part },
  });
  test.each<Case>([
    { name: "nothing in the way", facts: {}, reason: null },
    {
      name: "a machine that tells nothing",
      facts: { machine: { memoryMb: undefined, diskMb: undefined } },
      reason: null,
    },
    { name: "just enough memory", facts: { machine: { ...plenty, memoryMb: 512 } }, reason: null },
    {
      name: "too little memory",
      facts: { machine: { ...plenty, memoryMb: 511.9 } },
      reason: "memory",
      againInMs: 2000,
    },
    {
      name: "memory that one just started will take",
      facts: { machine: { ...plenty, memoryMb: 761 }, startedMsAgo: [9999] },
      others: [running],
      reason: "memory",
    },
    {
      name: "memory that one just started and ended has given back",
      facts: { machine: { ...plenty, memoryMb: 761 }, startedMsAgo: [9999] },
      reason: null,
    },
    {
      name: "memory that one just started has taken",
      facts: { machine: { ...plenty, memoryMb: 512 }, startedMsAgo: [10_000] },
      reason: null,
    },
    {
      name: "no bound on memory",
      facts: { machine: { ...plenty, memoryMb: 0 }, ...limits({ minFreeMemoryMb: 0 }) },
      reason: null,
    },
    { name: "just enough disk", facts: { machine: { ...plenty, diskMb: 1024 } }, reason: null },
    {
      name: "too little disk",
      facts: { machine: { ...plenty, diskMb: 1023 } },
      reason: "disk",
      againInMs: 2000,
    },
    { name: "a start 499 ms ago", facts: { startedMsAgo: [5000, 499] }, reason: "stagger", againInMs: 1 },
    { name: "a start 500 ms ago", facts: { startedMsAgo: [500] }, reason: null },
    {
      name: "four a second",
      facts: { startedMsAgo: [100], ...limits({ startsPerSecond: 4 }) },
      reason: "stagger",
      againInMs: 150,
    },
    { name: "no credentials", facts: { hasModel: false }, reason: "no_model", againInMs: null },
    { name: "a quota for 5 s more", facts: { quota: pause(5000) }, reason: "quota", againInMs: 5000 },
    { name: "a quota for days", facts: { quota: pause(1e9) }, reason: "quota", againInMs: 60_000 },
    { name: "a quota that has reset", facts: { quota: pause(0) }, reason: null },
  ])("with $name: $reason", ({ facts, reason, againInMs, others = [] }) => {
    const only = waiting(10);
    const { start, waits, againInMs: again } = decideAdmission([only, ...others], { ...base, ...facts });
    const why = waits.all ?? waits.unrehearsed;
    expect(why?.reason ?? null).toBe(reason);
    expect(start?.id).toBe(reason === null ? idOf(only) : undefined);
    if (againInMs !== undefined) expect(again).toBe(againInMs);
    expect(
      waitingForOf(
        {
          id: idOf(only),
          status: "pending",
          worker: only.record.request.worker,
          rehearsed: false,
          chore: null,
          waitsUntil: null,
          cancelRequested: false,
          blockedBy: [],
        },
        waits,
      ),
    ).toBe(why?.message ?? null);
  });

  test("rehearsals need neither credentials nor a quota, but a slot like everybody", () => {
    const [real, rehearsed] = [waiting(10), waiting(20, { rehearsal })];
    for (const facts of [{ hasModel: false }, { quota: pause(1000) }])
      expect(decideAdmission([real, rehearsed], { ...base, ...facts })).toMatchObject({
        start: { id: idOf(rehearsed), isProbe: false },
        waits: { all: null, unrehearsed: expect.anything() },
      });
    expect(decideAdmission([running, running, rehearsed], base).waits.all?.reason).toBe("slots");
  });
});

describe("after a quota's reset", () => {
  const [first, second] = [paused(10), waiting(20)];
  const probing: Commission = { status: "in_progress", record: first.record };

  test("the oldest goes first, be it paused or pending, as a probe", () => {
    expect(decideAdmission([second, first], { ...base, quota: pause(0) }).start).toEqual({
      id: idOf(first),
      isProbe: true,
    });
    expect(decideAdmission([second, paused(30)], { ...base, quota: pause(0) }).start?.id).toBe(idOf(second));
  });

  test("the others wait while it is at work, and nothing is polled for it", () => {
    const facts = { ...base, slots: 5, quota: pause(-5, idOf(first)) };
    expect(decideAdmission([probing, second, paused(30)], facts)).toMatchObject({
      start: null,
      wake: [],
      againInMs: null,
      waits: { all: null, unrehearsed: { reason: "quota" } },
    });
  });

  test("one that came to nothing is followed by the next", () => {
    expect(decideAdmission([second], { ...base, quota: pause(-5, idOf(first)) }).start).toEqual({
      id: idOf(second),
      isProbe: true,
    });
  });

  test("once nothing is on record, or another credential is in use, all paused ones are woken", () => {
    expect(decideAdmission([first, paused(30)], base).wake).toHaveLength(2);
    expect(decideAdmission([first], { ...base, hasModel: false }).wake).toEqual([]);
    expect(decideAdmission([first], { ...base, quota: pause(1) }).wake).toEqual([]);
  });

  test("a rehearsal waits for its own script's time and for nothing else", () => {
    const rehearsed = paused(10, { rehearsal });
    expect(decideAdmission([rehearsed], base)).toMatchObject({ wake: [], start: null, againInMs: 60_000 });
    const later = { ...base, quota: pause(1000), hasModel: false, msUntil: () => 0 };
    expect(decideAdmission([rehearsed], later).wake).toEqual([idOf(rehearsed)]);
  });
});

test.each([
  ["paused", true, "The quota is used up until T."],
  ["paused", false, "held"],
  ["pending", false, "held"],
  ["pending", true, null],
  ["in_progress", false, null],
  ["completed", false, null],
  ["blocked", false, "waits for a; waits for b"],
] as const)("one that is %s (rehearsed: %p) says: %p", (status, rehearsed, text) => {
  const blockedBy = ["waits for a", "waits for b"];
  const waits = { ...noWaits, unrehearsed: { reason: "quota", message: "held" } as const };
  const { worker } = running.record.request;
  const waiter = {
    id: idOf(running),
    status,
    worker,
    rehearsed,
    chore: null,
    waitsUntil: "T",
    cancelRequested: false,
    blockedBy,
  };
  expect(waitingForOf(waiter, waits)).toBe(text);
  expect(waitingForOf({ ...waiter, cancelRequested: true }, waits)).toBeNull();
});
