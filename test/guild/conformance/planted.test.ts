// The kit against members that are broken on purpose, each in one way: it names the clause, and nothing that is not so.
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { startClauses } from "../../../src/guild/conformance/conform-directory.ts";
import { suite } from "../../../src/guild/conformance/suite.ts";
import { faults, type Fault } from "../../fixtures/members/plain/faults.ts";
import { failed, judge, judgeFromOutside, judgeLive, plainMember } from "./support.ts";
import { everyNth, firstOf } from "../../harness/long.ts";

const limitMs = 60_000;
const byStatus = ["status/hostile-ids", "status/malformed-id", "status/unknown-id"];
const afterDelete = ["delete/against-cancel", "delete/at-once", "delete/cancelled", "delete/completed"];

/** The clause of the fault first, then what follows from it. */
const planted: readonly [fault: Exclude<Fault, "none" | "says-yes">, fails: readonly string[]][] = [
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
  [
    "fields-in-config",
    ["dispatch/same-commission", "dispatch/same-commission-at-once", "dispatch/rehearsed"],
  ],
  ["no-artifacts", ["artifact/offered", "artifact/whole", "artifact/each", "artifact/nothing-else"]],
  ["loses-artifact", ["artifact/each"]],
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

test(
  "a member that says yes to everything fails every check but those of its manifest and its start",
  async () => {
    const outcomes = await judge(plainMember("says-yes"));
    const others = outcomes.filter(({ state }) => state !== "fail").map(({ id }) => id);
    expect(others).toEqual(Object.keys(startClauses));
  },
  limitMs,
);

test(
  "with --live a member at an address is given jobs, and only what needs its directory is left out",
  async () => {
    const outcomes = await judgeFromOutside(plainMember("none"), true);
    const left = suite.filter(({ needs }) => needs?.includes("directory")).map(({ id }) => id);
    expect(outcomes.filter(({ state }) => state === "skip").map(({ id }) => id)).toEqual(left);
    expect(failed(outcomes)).toEqual([]);
    const broken = await judgeFromOutside(plainMember("forgets-commission"), true);
    expect(failed(broken)).toEqual(["dispatch/same-commission", "dispatch/same-commission-at-once"]);
  },
  limitMs,
);

test.each(firstOf(["delete/completed", "status/completed", "dispatch/same-commission"], 1))(
  "with --live no job of the kit is left, also when it is ended after %s",
  async (last) => {
    const { outcomes, left } = await judgeLive(plainMember("none"), { live: true, last });
    expect(outcomes.at(-1)).toMatchObject({ id: last, state: "pass" });
    expect(left).toEqual([]);
  },
  limitMs,
);

const unstarted: readonly [what: string, change: object, fails: string[]][] = [
  ["has no manifest that can be read", { transport: "pigeon" }, ["manifest/shape"]],
  ["ends at once", { mcp: { command: "false", args: ["${PORT}"] } }, ["start/address"]],
  ["is not there", { mcp: { command: "./no-such-program", args: ["${PORT}"] } }, ["start/address"]],
  [
    "declares no work and listens elsewhere",
    { capabilities: [], mcp: { command: "echo", args: ["http://192.0.2.1:${PORT}1/mcp"] } },
    ["manifest/worker", "start/address"],
  ],
];

test.each(unstarted)(
  "a member that %s fails by that, and nothing more is asked of it",
  async (_what, change, fails) => {
    const directory = plainMember("none");
    const file = `${directory}/guild-member.json`;
    const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
    const outcomes = await judge(directory);
    expect(failed(outcomes)).toEqual(fails);
    expect(outcomes.filter(({ state }) => state === "skip").length).toBe(suite.length);
  },
  limitMs,
);

test("every fault of the member is planted", () => {
  expect(planted.map(([fault]) => fault).sort()).toEqual(
    [...faults].filter((each) => each !== "none" && each !== "says-yes").sort(),
  );
});

test.each(everyNth(planted, 5))(
  "a member with the fault %s fails by that name, and nothing else does",
  async (fault, fails) => {
    expect(failed(await judge(plainMember(fault))).sort()).toEqual([...fails].sort());
  },
  limitMs,
);
