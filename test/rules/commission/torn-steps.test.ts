// A step of several lines that a power cut tears: whatever first part of it is kept, the commission goes on.
import { expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { type Admission, decideAdmission } from "../../../src/rules/admission/admission.ts";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { commissionAfter, created, paused, someId } from "../../harness/ledger/histories.ts";

const dispatch: Command = { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } };
const cancel: Command = { do: "cancel", by: "person", reason: "enough" };

function look(commission: Commission): Admission {
  return decideAdmission([commission], {
    slots: 1,
    memberSlots: 1,
    hasModel: true,
    limits: defaultConfig.admission,
    machine: { memoryMb: 100_000, diskMb: 100_000 },
    startedMsAgo: [],
    quota: null,
    msUntil: () => 0,
    setAside: new Map(),
  });
}

function firstLineOf(before: readonly EventBody[], command: Command): EventBody[] {
  const verdict = decide(commissionAfter(before), command);
  const events = verdict.ok ? verdict.events : [];
  expect(events.length).toBeGreaterThan(1);
  return [...before, ...events.slice(0, 1)];
}

test("a dispatch of which only the first line is left is dispatched again", () => {
  const torn = commissionAfter(firstLineOf(created, dispatch));
  expect(torn).toMatchObject({ status: "pending", record: { bench: 0 } });
  expect(look(torn).start?.id).toBe(someId);
  expect(decide(torn, dispatch)).toMatchObject({ ok: true, events: [{}, { bench: 1 }] });
});

test.each([
  ["waits for a slot", created],
  ["waits for its quota", paused],
] as const)(
  "a cancel of one that %s, with only its first line left, still ends cancelled",
  (_where, before) => {
    const torn = commissionAfter(firstLineOf(before, cancel));
    expect(torn.record.plan?.outcome.status).toBe("cancelled");
    expect(look(torn)).toMatchObject({ start: null, wake: [] });
  },
);
