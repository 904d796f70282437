// When the hall keeps a spare workbench.
import { expect, test } from "bun:test";
import { spareWork } from "../../../src/contract/home/spare.ts";
import { decideSpare, isFresh, type SpareFacts, spareWorkOf } from "../../../src/rules/admission/spare.ts";
import { commissionAfter, dispatched, someRequest } from "../../harness/ledger/histories.ts";

const researcher = spareWork.parse({
  worker: "researcher",
  config: {},
  createdBy: "person",
  credential: null,
});
const reviewer = { ...researcher, worker: spareWork.shape.worker.parse("reviewer") };

const calm: SpareFacts = {
  most: 1,
  sandbox: "bubblewrap",
  slots: 5,
  running: 1,
  isBeginning: false,
  current: null,
  expected: researcher,
  idleMs: 1000,
  memory: { freeMb: 8000, minFreeMb: 512 },
  cpuPressure: 3,
};
const kept: SpareFacts = { ...calm, current: researcher };

test.each<[string, SpareFacts, ReturnType<typeof decideSpare>]>([
  ["is made on a calm machine", calm, { act: "make", againInMs: 30_000 }],
  [
    "is made where nothing can be measured",
    { ...calm, cpuPressure: undefined, memory: { freeMb: undefined, minFreeMb: 512 } },
    { act: "make", againInMs: 30_000 },
  ],
  ["is not made while a session begins", { ...calm, isBeginning: true }, { act: "none", againInMs: null }],
  ["is kept while a session begins", { ...kept, isBeginning: true }, { act: "none", againInMs: 30_000 }],
  ["waits for a calm machine", { ...calm, cpuPressure: 20 }, { act: "none", againInMs: 2000 }],
  [
    "waits for memory",
    { ...calm, memory: { freeMb: 811, minFreeMb: 512 } },
    { act: "none", againInMs: 2000 },
  ],
  ["is not made twice", kept, { act: "none", againInMs: 30_000 }],
  ["is not made before any work", { ...calm, expected: null }, { act: "none", againInMs: null }],
  ["is not made if it is switched off", { ...calm, most: 0 }, { act: "none", againInMs: null }],
  ["is not made without a sandbox", { ...calm, sandbox: "process" }, { act: "none", againInMs: null }],
  ["is not made while all slots are busy", { ...calm, running: 5 }, { act: "none", againInMs: null }],
  ["is not made after five idle minutes", { ...calm, idleMs: 300_000 }, { act: "none", againInMs: null }],
  ["ends after five idle minutes", { ...kept, idleMs: 300_000 }, { act: "drop", againInMs: null }],
  [
    "is looked at again when five minutes are over",
    { ...kept, idleMs: 295_000 },
    { act: "none", againInMs: 5000 },
  ],
  ["ends if it is switched off", { ...kept, most: 0 }, { act: "drop", againInMs: null }],
  ["ends when all slots are busy", { ...kept, running: 5 }, { act: "drop", againInMs: null }],
  [
    "ends when memory is short",
    { ...kept, memory: { freeMb: 511, minFreeMb: 512 } },
    { act: "drop", againInMs: 2000 },
  ],
  ["ends if another worker is expected", { ...kept, expected: reviewer }, { act: "drop", againInMs: 2000 }],
])("a spare %s", (_, facts, decision) => {
  expect(decideSpare(facts)).toEqual(decision);
});

test("a spare is told the kind of the credential only for work that a model does", () => {
  const credential = { kind: "auth_token" as const };
  expect(spareWorkOf({ request: { ...someRequest, rehearsal: null } }, credential)?.credential).toBe(
    "auth_token",
  );
  expect(
    spareWorkOf({ request: { ...someRequest, rehearsal: "version: 1" } }, credential)?.credential,
  ).toBeNull();
});

test("only the first session of a commission without a worktree is fresh", () => {
  const { record } = commissionAfter(dispatched);
  expect(isFresh(record)).toBe(true);
  expect(isFresh({ ...record, bench: 2 })).toBe(false);
  expect(isFresh({ ...record, sessionId: "s" })).toBe(false);
});
