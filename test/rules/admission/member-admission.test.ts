// A guild member takes so many at once: the others of its own wait for that, and nobody else does.
import { expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { type AdmissionFacts, decideAdmission } from "../../../src/rules/admission/admission.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { waitingForOf } from "../../../src/rules/admission/waiting-for.ts";
import { commissionAfter } from "../../harness/ledger/histories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

const facts: AdmissionFacts = {
  slots: 5,
  memberSlots: 2,
  hasModel: true,
  limits: defaultConfig.admission,
  machine: { memoryMb: 100_000, diskMb: 100_000 },
  startedMsAgo: [],
  quota: null,
  msUntil: () => 0,
  setAside: new Map(),
};
const [scout, herald] = [workerName.parse("member:scout"), workerName.parse("member:herald")];
const rehearsal = "version: 1";

function waiting(minute: number, changes = {}): Commission {
  const commission = commissionAfter([{ type: "commission.created", request: newRequest(changes) }]);
  return { ...commission, record: { ...commission.record, createdAt: `2026-11-15T09:${minute}:00.000Z` } };
}
function running(changes = {}): Commission {
  return { status: "in_progress", record: waiting(10, changes).record };
}
const idOf = ({ record }: Commission) => record.request.id;
const busy = [running({ worker: scout }), running({ worker: scout, rehearsal })];

test("one that waits for a place at its member says so, and holds up nobody else, however old it is", () => {
  const held = waiting(10, { worker: scout });
  const others = [waiting(30, { worker: herald }), waiting(20)];
  const { start, waits } = decideAdmission([held, ...busy, ...others], facts);
  expect(start?.id).toBe(idOf(others[1] as Commission));
  expect(waitingForOf(summaryOf(held), waits)).toBe("All 2 places at member:scout are in use.");
  expect(others.map((each) => waitingForOf(summaryOf(each), waits))).toEqual([null, null]);
});

test("with only such ones nothing starts, and nothing is polled", () => {
  for (const changes of [{}, { rehearsal }]) {
    const held = waiting(10, { worker: scout, ...changes });
    const { start, waits, againInMs } = decideAdmission([...busy, held], facts);
    expect({ start, againInMs }).toEqual({ start: null, againInMs: null });
    expect(waits.members.get(scout)?.reason).toBe("member");
  }
});

test("once there is a place, the oldest of them has it", () => {
  const [young, old] = [waiting(30, { worker: scout }), waiting(20, { worker: scout, rehearsal })];
  const { start, waits } = decideAdmission([young, ...busy.slice(1), old], facts);
  expect(start?.id).toBe(idOf(old));
  expect(waits.members.size).toBe(0);
});

test("a package of the same name has places without end", () => {
  const same = workerName.parse("scout");
  const work = waiting(10, { worker: same });
  const at = [running({ worker: same }), running({ worker: same })];
  expect(decideAdmission([...at, ...busy, work], facts).start?.id).toBe(idOf(work));
});

test("a member with one place, and one whose places nobody waits for", () => {
  const one = { ...facts, memberSlots: 1 };
  const held = waiting(10, { worker: scout });
  const { waits } = decideAdmission([...busy, held, running({ worker: herald })], one);
  expect([...waits.members]).toEqual([
    [scout, { reason: "member", message: "The one place at member:scout is in use." }],
  ]);
});
