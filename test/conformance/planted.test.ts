// The kit against members that are broken on purpose, each in one way: it names the clause, and nothing that is not so.
import { expect, test } from "bun:test";
import { faults, type Fault } from "../fixtures/members/plain/faults.ts";
import { failed, judge, plainMember } from "./support.ts";

const limitMs = 60_000;
const byStatus = ["status/hostile-ids", "status/malformed-id", "status/unknown-id"];
const afterDelete = ["delete/against-cancel", "delete/at-once", "delete/cancelled", "delete/completed"];

/** The clause of the fault first, then what follows from it. */
const planted: readonly [fault: Exclude<Fault, "none">, fails: readonly string[]][] = [
  ["reused-id", ["dispatch/never-again"]],
  ["early-result", ["result/running"]],
  ["cancel-completed", ["cancel/completed", "restart/kept"]],
  ["deletes-running", ["delete/running", "delete/failed"]],
  ["escaping-id", ["delete/hostile-ids", "status/hostile-ids", "result/hostile-ids", "cancel/hostile-ids"]],
  ["wrong-code", [...byStatus, "rpc/bad-bytes", ...afterDelete]],
  ["internal-error", ["dispatch/empty-task"]],
  ["path-glob", ["list/filter-slash"]],
  ["no-summary", ["list/detailed-shape", "status/summary"]],
  ["missing-field", ["status/running", "status/queued", "dispatch/description", "delete/running"]],
  ["split-questions", ["status/questions"]],
  ["answered-notification", ["rpc/notification", "rpc/batch", "dispatch/notification"]],
  ["ignores-secret", ["guard/secret"]],
  ["dies-on-bad-json", ["rpc/unreadable"]],
  ["deaf-session", ["cancel/running"]],
  ["forgets-commission", ["dispatch/same-commission", "dispatch/same-commission-at-once"]],
  ["stuck-after-crash", ["restart/lost", "cancel/failed", "result/failed", "delete/failed"]],
];

test(
  "a sound member passes every check, and none is skipped",
  async () => {
    const outcomes = await judge(plainMember("none"));
    expect(outcomes.filter(({ state }) => state !== "pass")).toEqual([]);
  },
  limitMs,
);

test("every fault of the member is planted", () => {
  expect(planted.map(([fault]) => fault).sort()).toEqual(
    [...faults].filter((each) => each !== "none").sort(),
  );
});

test.each(planted)(
  "a member with the fault %s fails by that name, and nothing else does",
  async (fault, fails) => {
    expect(failed(await judge(plainMember(fault))).sort()).toEqual([...fails].sort());
  },
  limitMs,
);
