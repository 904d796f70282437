// Which later commission has the work of an earlier one.
import { describe, expect, test } from "bun:test";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import type { CommissionSummary } from "../../../src/contract/commission/meta.ts";
import { type Standing, whyUnmet } from "../../../src/rules/admission/dependencies.ts";
import { cameToNothing, heirOf } from "../../../src/rules/commission/heir.ts";

type Known = Pick<CommissionSummary, "status" | "landing">;

const idOf = (n: number) => commissionId.parse(`0197f3a2-7c1b-7abc-8def-00000000000${n}`);
const landing = (state: "ready" | "accepted" | "rejected" | "undone"): Known["landing"] => ({
  mode: "review",
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
});
