// The gate of a start knows nothing of commissions: it looks at the machine, the last starts and the model.
import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { gapStop, type MachineFacts, modelStop, roomStop } from "../../../src/rules/admission/gate.ts";
import { someId } from "../../harness/ledger/histories.ts";

const plenty: MachineFacts = {
  limits: { ...defaultConfig.admission, minFreeMemoryMb: 500, minFreeDiskMb: 1000, startsPerSecond: 2 },
  machine: { memoryMb: 1000, diskMb: 1000 },
  startedMsAgo: [],
};
const reasonOf = (found: ReturnType<typeof gapStop>): string | null => found?.waiting.reason ?? null;

describe("the gap between starts", () => {
  test.each<[startedMsAgo: number[], left: number | null]>([
    [[], null],
    [[500, 9000], null],
    [[9000, 200], 300],
  ])("after starts %j ago has %p left", (startedMsAgo, left) => {
    expect(gapStop({ ...plenty, startedMsAgo })?.ms ?? null).toBe(left);
  });
});

describe("room on the machine", () => {
  test.each<[what: string, changes: Partial<MachineFacts>, running: number, reason: string | null]>([
    ["there is enough", {}, 0, null],
    ["disk is short", { machine: { memoryMb: 1000, diskMb: 999 } }, 0, "disk"],
    ["memory is short", { machine: { memoryMb: 499, diskMb: 1000 } }, 0, "memory"],
    ["nothing can be measured", { machine: { memoryMb: undefined, diskMb: undefined } }, 9, null],
    ["a start is a moment ago, which leaves room", { startedMsAgo: [1] }, 1, null],
    ["three workbenches have yet to use their memory", { startedMsAgo: [1, 2, 3] }, 3, "memory"],
    ["those three have ended again", { startedMsAgo: [1, 2, 3] }, 0, null],
    ["those three have had their time", { startedMsAgo: [10_000, 11_000, 12_000] }, 3, null],
  ])("%s", (_what, changes, running, reason) => {
    expect(reasonOf(roomStop({ ...plenty, ...changes }, running))).toBe(reason);
  });
});

describe("the model", () => {
  const pause = { pausedUntil: "2026-11-15T13:00:00.000Z", since: "", byCommission: someId, message: "" };
  const quota = (msLeft: number) => ({ pause: { ...pause, probe: null }, msLeft });

  test.each<[what: string, ...Parameters<typeof modelStop>, reason: string | null]>([
    ["can be reached", { hasModel: true, quota: null }, false, null],
    ["has no credential", { hasModel: false, quota: quota(5) }, false, "no_model"],
    ["has no quota left", { hasModel: true, quota: quota(5) }, false, "quota"],
    ["may have quota again, so one probe may ask", { hasModel: true, quota: quota(0) }, false, null],
    ["is being probed", { hasModel: true, quota: quota(0) }, true, "quota"],
  ])("%s", (_what, facts, probeRuns, reason) => {
    expect(reasonOf(modelStop(facts, probeRuns))).toBe(reason);
  });

  test("is asked again at the reset of its quota", () => {
    expect(modelStop({ hasModel: true, quota: quota(5) }, false)?.ms).toBe(5);
  });
});
