// Which later commission has the work of an earlier one.
import { describe, expect, test } from "bun:test";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import type { LandedState } from "../../../src/contract/commission/landing.ts";
import type { CommissionSummary } from "../../../src/contract/commission/meta.ts";
import type { LandMode } from "../../../src/contract/project/land-settings.ts";
import { type Standing, whyUnmet } from "../../../src/rules/admission/dependencies.ts";
import { cameToNothing, heirOf, isGivenBack } from "../../../src/rules/commission/heir.ts";

type Known = Pick<CommissionSummary, "status" | "landing">;

const idOf = (n: number) => commissionId.parse(`0197f3a2-7c1b-7abc-8def-00000000000${n}`);
const landing = (state: LandedState, mode: LandMode = "review"): Known["landing"] => ({
  mode,
  state,
  commit: null,
  stopped: null,
  seen: false,
  at: null,
});
const atWork: Known = { status: "in_progress", landing: null };
const nothing: Known = { status: "cancelled", landing: null };
const work: Known = { status: "completed", landing: landing("ready") };

/** A chain of commissions, each of which continues the one before it. */
function heir(chain: readonly Known[]): number | null {
  const ids = chain.map((_each, at) => idOf(at));
  const found = heirOf(
    {
      find: (id) => chain[ids.indexOf(id)],
      continuationOf: (id: CommissionId) => ids[ids.indexOf(id) + 1],
    },
    idOf(0),
  );
  return found === null ? null : ids.indexOf(found);
}

test.each<[string, Known[], number | null]>([
  ["none continues it", [work], null],
  ["one is at work on it", [work, atWork], 1],
  ["one has work, of whatever state", [work, { ...work, landing: landing("rejected") }], 1],
  ["the only one came to nothing", [work, nothing], null],
  ["the last came to nothing, and the one before has work", [work, work, nothing], 1],
  ["one came to nothing, and another is at work again", [work, nothing, atWork], 2],
  ["all came to nothing", [work, nothing, { ...nothing, status: "failed" }], null],
])("%s", (_what, chain, expected) => {
  expect(heir(chain)).toBe(expected);
});

test("a chain that somebody wrote in a circle ends", () => {
  const [a, b] = [idOf(1), idOf(2)];
  expect(heirOf({ find: () => work, continuationOf: (id) => (id === a ? b : a) }, a)).toBe(b);
});

test.each<[CommissionSummary["status"], Known["landing"], boolean]>([
  ["completed", null, true],
  ["failed", null, true],
  ["cancelled", null, true],
  ["completed", landing("undone"), false],
  ["pending", null, false],
  ["paused", null, false],
])("one that is %s, with landing %j, came to nothing: %p", (status, landed, expected) => {
  expect(cameToNothing({ status, landing: landed })).toBe(expected);
});

describe("deleting a commission that continues another", () => {
  const merged = { ...work, landing: { ...landing("sent_back"), commit: "c".repeat(40) } } as Known;
  const sentBack: Known = { ...work, landing: landing("sent_back") };
  const withState = (state: LandedState): Known => ({ ...work, landing: landing(state) });
  test.each<[string, Known[], boolean]>([
    ["with work that waits: the earlier work is the person's again", [sentBack, work], true],
    ["with work that was rejected", [sentBack, withState("rejected")], true],
    ["with work that was undone", [sentBack, withState("undone")], true],
    ["with work that has that of the other merged", [sentBack, withState("accepted")], false],
    ["with merged work, if that of the other was merged before", [merged, withState("accepted")], true],
    ["with work that a third has", [sentBack, sentBack, atWork], false],
    ["with work that a third continued for nothing", [sentBack, work, nothing], true],
    ["with work, if the other has none", [nothing, work], false],
  ])("%s", (_what, chain, expected) => {
    const ids = chain.map((_each, at) => idOf(at));
    const lineage = {
      find: (id: CommissionId) => chain[ids.indexOf(id)],
      continuationOf: (id: CommissionId) => ids[ids.indexOf(id) + 1],
    };
    expect(isGivenBack(lineage, { earlier: idOf(0), later: idOf(1) })).toBe(expected);
  });
});

describe("a dependency on work that another commission continued for nothing", () => {
  const done: Standing = {
    ...work,
    id: idOf(0),
    title: "Look it up",
    trust: "claimed",
    error: null,
    startedAt: "2026-11-15T10:00:00.000Z",
    after: [],
    branch: "merged",
  };
  const whyUnmetBy = (before: Partial<Standing>, after: Partial<Standing>) => {
    const known = [
      { ...done, ...before },
      { ...done, id: idOf(1), landing: null, ...after },
    ];
    const find = (id: CommissionId) => known.find((each) => each.id === id);
    return whyUnmet({ find, continuationOf: (id) => (id === idOf(0) ? idOf(1) : undefined) }, idOf(0));
  };
  const accepted = { landing: landing("accepted") };

  test("is met once a person has accepted that work, and not before", () => {
    expect(whyUnmetBy(accepted, { status: "failed" })).toBeNull();
    expect(whyUnmetBy({ landing: landing("ready") }, { status: "failed" })).toContain("failed");
  });

  test("waits for one that is at work again", () => {
    expect(whyUnmetBy(accepted, { status: "in_progress" })).toContain("is in progress");
  });

  const merged = { landing: landing("merged", "integration") };
  const mergedAndSentBack = { landing: landing("sent_back", "integration") };
  const keptAndSentBack = { landing: landing("sent_back"), branch: "kept" } as const;
  const ready = { landing: landing("ready"), branch: "kept" } as const;
  test.each<[string, Partial<Standing>, Partial<Standing>, string | null]>([
    ["merged, and the other was cancelled", merged, { status: "cancelled" }, null],
    ["merged, and the other failed", merged, { status: "failed" }, null],
    ["merged, and the other was refuted", merged, { trust: "refuted", branch: "kept" }, null],
    [
      "merged, before its ledger says that it is that again",
      mergedAndSentBack,
      { status: "cancelled" },
      null,
    ],
    ["merged, and the other was rejected", mergedAndSentBack, { landing: landing("rejected") }, null],
    ["merged, and the other was undone", mergedAndSentBack, { landing: landing("undone") }, null],
    ["merged, and the other waits for a person", mergedAndSentBack, ready, "waits for you to accept it"],
    ["merged and undone itself", { landing: landing("undone") }, { status: "cancelled" }, "was cancelled"],
    ["on its own branch", { landing: landing("ready", "branch") }, { status: "cancelled" }, null],
    [
      "not merged, and the other was rejected",
      keptAndSentBack,
      { landing: landing("rejected") },
      "was rejected",
    ],
    ["not merged, and the other was undone", keptAndSentBack, { landing: landing("undone") }, "was undone"],
    [
      "not merged, and the other changed nothing",
      ready,
      { branch: "unchanged" },
      "waits for you to accept it",
    ],
    ["not there, and the other changed nothing", { landing: null }, { branch: "unchanged" }, null],
  ])("with work that is %s", (_what, before, after, why) => {
    const told = whyUnmetBy(before, after);
    if (why === null) expect(told).toBeNull();
    else expect(told).toContain(why);
  });
});
