// The hall's own side work beside everybody else's: it takes no slot, waits for none, and comes last.
import { expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { type CompactionChore, memoryScope } from "../../../src/contract/memory/memory.ts";
import { type AdmissionFacts, decideAdmission } from "../../../src/rules/admission/admission.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { waitingForOf } from "../../../src/rules/admission/waiting-for.ts";
import { commissionAfter, factOf, someId } from "../../harness/ledger/histories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

const base: AdmissionFacts = {
  slots: 1,
  memberSlots: 3,
  hasModel: true,
  limits: defaultConfig.admission,
  machine: { memoryMb: 100_000, diskMb: 100_000 },
  startedMsAgo: [],
  quota: null,
  msUntil: (_id, until) => Date.parse(until) - Date.parse("2026-11-15T12:00:00Z"),
  setAside: new Map(),
};
const chore: CompactionChore = {
  kind: "compaction",
  scope: memoryScope.parse("global"),
  entries: [],
  keeps: null,
  stays: [],
  tokens: 0,
  untrusted: false,
  rehearsed: false,
};

function waiting(changes = {}): Commission {
  return commissionAfter([{ type: "commission.created", request: newRequest(changes) }]);
}
function running(changes = {}): Commission {
  return commissionAfter([
    { type: "commission.created", request: newRequest(changes) },
    { type: "workbench.starting", bench: 1 },
    factOf(1, { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "1" }),
  ]);
}
const idOf = ({ record }: Commission) => record.request.id;
const older = (commission: Commission): Commission => ({
  ...commission,
  record: { ...commission.record, createdAt: "2026-01-01T00:00:00.000Z" },
});
const quota = (msLeft: number, probe: typeof someId | null = null) => ({
  pause: { pausedUntil: "T", since: "S", byCommission: someId, message: "m", probe },
  msLeft,
});

test("a chore starts although all slots are in use, and a running one takes none", () => {
  const [side, work] = [waiting({ chore }), waiting()];
  expect(decideAdmission([running(), side], base).start?.id).toBe(idOf(side));
  expect(decideAdmission([running({ chore }), work], base).start?.id).toBe(idOf(work));
  expect(decideAdmission([running(), side, work], base)).toMatchObject({
    start: { id: idOf(side) },
    waits: { all: { reason: "slots" }, chores: null },
  });
});

test("a chore comes last, however old it is", () => {
  const [side, work] = [older(waiting({ chore })), waiting()];
  expect(decideAdmission([side, work], base).start?.id).toBe(idOf(work));
});

test("one chore is at work at a time", () => {
  const side = waiting({ chore });
  const { start, waits, againInMs } = decideAdmission([running({ chore }), side], base);
  expect({ start, againInMs }).toEqual({ start: null, againInMs: null });
  expect(waits).toMatchObject({ all: null, chores: { reason: "chore" } });
  expect(waitingForOf(summaryOf(side), waits)).toBe("Another chore of the hall is at work.");
  expect(waitingForOf(summaryOf(waiting()), waits)).toBeNull();
});

test.each([
  ["no credentials", { hasModel: false }, "no_model", null],
  ["a spent quota", { quota: quota(5000) }, "quota", 5000],
  ["a start a moment ago", { startedMsAgo: [100] }, "stagger", 400],
  ["little disk", { machine: { memoryMb: 100_000, diskMb: 1 } }, "disk", 2000],
  ["little memory", { machine: { memoryMb: 1, diskMb: 100_000 } }, "memory", 2000],
  ["a hall that starts nothing", { slots: 0 }, "chore", null],
] as const)("a chore waits with %s, also while the slots are in use", (_, changes, reason, ms) => {
  const side = waiting({ chore });
  for (const others of [[], [running()]]) {
    const { start, waits, againInMs } = decideAdmission([...others, side], { ...base, ...changes });
    expect(start).toBeNull();
    expect((waits.chores ?? waits.unrehearsed)?.reason).toBe(reason);
    expect(againInMs).toBe(ms);
    expect(waitingForOf(summaryOf(side), waits)).not.toBeNull();
  }
});

test("a rehearsed chore needs no model, and a chore may ask first after a quota's reset", () => {
  const rehearsed = waiting({ chore, rehearsal: "version: 1" });
  expect(decideAdmission([rehearsed], { ...base, hasModel: false }).start).toEqual({
    id: idOf(rehearsed),
    isProbe: false,
  });
  const side = waiting({ chore });
  expect(decideAdmission([side], { ...base, quota: quota(0) }).start).toEqual({
    id: idOf(side),
    isProbe: true,
  });
});

test("a chore that waits for a time of its own is looked at again then, whatever the slots", () => {
  const requeued = commissionAfter([
    { type: "commission.created", request: newRequest({ chore }) },
    { type: "workbench.starting", bench: 1 },
    { type: "commission.requeued", cause: "crash", notBefore: "2026-11-15T12:00:05.000Z" },
  ]);
  expect(decideAdmission([running(), requeued], base)).toMatchObject({ start: null, againInMs: 5000 });
});
