// One seal for each commission, from its short form and from its ledger.
import { describe, expect, test } from "bun:test";
import { statuses, trust } from "../../../src/contract/commission/commission.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { branchState } from "../../../src/contract/project/tree.ts";
import { branchAfter, isTurnedDown, sealOf, type Sealed } from "../../../src/rules/show/seal.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { conflicting, refuted } from "../../harness/ledger/checked.ts";
import { commissionAfter, completed, failed, stamp } from "../../harness/ledger/histories.ts";

describe("the seal of a completed commission", () => {
  test.each([
    ["verified", null, "verified"],
    ["claimed", null, "claimed"],
    ["refuted", null, "refuted"],
    ["verified", "merged", "verified"],
    ["claimed", "merged", "claimed"],
    ["verified", "kept", "verified"],
    ["verified", "conflict", "conflict"],
    ["claimed", "conflict", "conflict"],
    ["verified", "unchanged", "unchanged"],
    ["claimed", "unchanged", "unchanged"],
    ["refuted", "kept", "refuted"],
    ["refuted", "unchanged", "refuted"],
    ["refuted", "conflict", "refuted"],
    [null, null, "claimed"],
  ] as const)("of trust %p and a branch that is %p is %p", (given, state, seal) => {
    const commission: Sealed = { status: "completed", trust: given, branch: state && { state } };
    expect(sealOf(commission)).toBe(seal);
    expect(isTurnedDown(commission)).toBe(seal === "refuted" || seal === "conflict");
  });
});

test("no other status has a seal, whatever else is known", () => {
  for (const status of statuses.filter((each) => each !== "completed"))
    for (const given of [null, ...trust.options])
      for (const state of [null, ...branchState.options]) {
        const commission: Sealed = { status, trust: given, branch: state && { state } };
        expect(sealOf(commission)).toBeNull();
        expect(isTurnedDown(commission)).toBe(false);
      }
});

describe("a reader of the ledger alone finds the same branch", () => {
  const withoutTree = conflicting([]).map((body): EventBody =>
    body.type === "finish.applied" ? { type: "finish.applied", artifacts: [], problems: [] } : body,
  );
  test.each([
    ["without a repository", completed, null],
    ["of a failed one", failed, null],
    ["that was kept", refuted(), "kept"],
    ["in conflict", conflicting(["a"]), "conflict"],
    ["that was never made", withoutTree, "unchanged"],
  ] as const)("%s", (_what, history, state) => {
    const branch = stamp(history).reduce(branchAfter, null);
    expect(branch?.state ?? null).toBe(state);
    expect(summaryOf(commissionAfter(history)).branch?.state ?? null).toBe(state);
  });
});
