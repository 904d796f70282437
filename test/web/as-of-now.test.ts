// A commission's view between the news that something became of its work and the answer with the details of that.
import { expect, test } from "bun:test";
import type { EventBody } from "../../src/contract/commission/events.ts";
import { detailOf, summaryOf } from "../../src/rules/show/show.ts";
import { refusalsOf } from "../../web/views/commission/acts/act-refusals.ts";
import { asOfNow } from "../../web/views/commission/as-of-now.ts";
import { keptAt, someTree, withChecks } from "../harness/ledger/checked.ts";
import { commissionAfter, completed, inProgress } from "../harness/ledger/histories.ts";

const ready: EventBody[] = withChecks(completed, []).map((body) =>
  body.type === "finish.applied" ? { ...body, tree: keptAt("b".repeat(40)) } : body,
);
const commit = "d".repeat(40);
const accepted: EventBody[] = [
  ...ready,
  { type: "landing.requested", act: "accept", by: "person" },
  { type: "landing.accepted", by: "person", into: someTree.into, commit, checks: [] },
];
const detail = (history: EventBody[]) =>
  detailOf(commissionAfter(history), { directory: "/", work: "/", waitingFor: null, continuedBy: null });
const live = (history: EventBody[]) => ({ ...summaryOf(commissionAfter(history)), waitingFor: null });
const refusals = (before: EventBody[], now: EventBody[]) =>
  refusalsOf(asOfNow(detail(before), live(now)), null);

test("work that has just finished is not said to be unfinished", () => {
  expect(refusals(inProgress, inProgress).accept).toBe("It has no finished work.");
  expect(refusals(inProgress, ready)).toMatchObject({ accept: null, sendBack: null, reject: null });
});

test("work that was just accepted is not said to wait", () => {
  expect(refusals(ready, ready).undo).toContain("nothing to undo");
  expect(refusals(ready, accepted).undo).toBeNull();
});

test("what the hall has said of the work as it is stays", () => {
  expect(refusals(accepted, accepted).accept).toContain("accepted already");
  expect(asOfNow(detail(accepted), undefined)).toEqual(detail(accepted));
});
