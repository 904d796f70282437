// What a person may do with finished work, in every state that it can be in, and in which words the rest is refused.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { LandingBody } from "../../../src/contract/commission/landing.ts";
import { commissionId } from "../../../src/contract/home/ids.ts";
import type { TreeOutcome } from "../../../src/contract/project/tree.ts";
import { landingStateOf, mergedAs } from "../../../src/rules/commission/after-end.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import { type LandingCommand, refusalsOfLanding } from "../../../src/rules/commission/decide-landing.ts";
import { landingDetailOf } from "../../../src/rules/show/show-landing.ts";
import { conflicting, keptAt, refuted, someTree, withChecks } from "../../harness/ledger/checked.ts";
import { applied, commissionAfter, completed, failed, inProgress } from "../../harness/ledger/histories.ts";

const tip = "b".repeat(40);
const into = someTree.into;
const other = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ac");

/** The history of a commission whose branch was finished in this way. */
function finished(tree: TreeOutcome): EventBody[] {
  return withChecks(completed, []).map((body) => (body.type === "finish.applied" ? { ...body, tree } : body));
}

const ready = finished(keptAt(tip));
const merged = finished({ ...keptAt(tip), state: "merged", commit: "c".repeat(40) });
const requested = (act: "accept" | "undo"): LandingBody => ({ type: "landing.requested", act, by: "person" });
const accepting = [...ready, requested("accept")];
const accepted: EventBody[] = [
  ...accepting,
  { type: "landing.accepted", by: "person", into, commit: "d".repeat(40), checks: [] },
];
const undone: EventBody[] = [
  ...merged,
  requested("undo"),
  { type: "landing.undone", by: "person", into, commit: "e".repeat(40), checks: [] },
];
const sentBack: LandingBody = { type: "landing.sent_back", by: "person", as: other, comments: 3 };
const returned: LandingBody = { type: "landing.returned", as: other };
const stopped = (act: "accept" | "undo"): LandingBody => ({
  type: "landing.stopped",
  act,
  cause: "conflict",
  message: "no",
  conflicts: ["a.ts"],
  standing: [],
  checks: [],
});

const histories = {
  ready,
  "ready, once stopped": [...accepting, stopped("accept")],
  merged,
  "merged, once stopped": [...merged, requested("undo"), stopped("undo")],
  accepting,
  undoing: [...merged, requested("undo")],
  accepted,
  "sent back": [...ready, sentBack],
  "sent back after its merge": [...merged, sentBack],
  "sent back for nothing": [...ready, sentBack, returned],
  "sent back for nothing after its merge": [...merged, sentBack, returned],
  rejected: [...ready, { type: "landing.rejected", by: "person", reason: "not wanted" }],
  undone,
  conflict: conflicting(["a.ts"]),
  refuted: refuted(),
  unchanged: finished({ ...keptAt(tip), state: "unchanged", tip: null }),
  unfinished: finished({ ...keptAt(tip), tip: null }),
  "no repository": completed,
  failed,
  running: inProgress,
} satisfies Record<string, EventBody[]>;
type Name = keyof typeof histories;

const commands = {
  accept: { do: "request-landing", act: "accept", by: "person" },
  undo: { do: "request-landing", act: "undo", by: "person" },
  "send back": {
    do: "send-back",
    as: commissionId.parse(other.replace(/c$/, "d")),
    comments: 1,
    by: "person",
  },
  reject: { do: "turn-down", reason: null, by: "person" },
  seen: { do: "mark-seen", seen: true, by: "person" },
} satisfies Record<string, LandingCommand>;
type Act = keyof typeof commands;

function outcomeOf(name: Name, command: LandingCommand): string | string[] {
  const verdict = decide(commissionAfter(histories[name]), command);
  return verdict.ok ? verdict.events.map(({ type }) => type) : verdict.problem.message;
}

const asked = ["landing.requested"];
const seen = ["landing.seen"];
const isMerged = "It is merged already, as commit cccccccccccc.";
const isAccepted = "It was accepted already, as commit dddddddddddd.";
const isAccepting = "It is being accepted.";
const isUndoing = "Its merge is being undone.";
const isSentBack = "It was sent back already: 0197f3a2-7c1b continues it.";
const isRejected = "It was rejected already. Its branch is kept; redispatch it to continue its work.";
const isUndone = "It was undone already, by commit eeeeeeeeeeee.";
const notMerged = "It is not merged, so there is nothing to undo.";
const isTorn = "Its work is in conflict with the integration branch: redispatch it to have it brought over.";
const isRefuted = "Its checks refuted its work, which is never merged.";
const changedNothing = "It changed nothing in its project's repository.";
const notFinished = "Its branch could not be finished, so there is nothing to merge.";
const noRepository = "It worked on no project's repository.";
const isFailed = "It is failed: it has no finished work.";
const notEnded = "It has not ended.";
const all = (sentence: string) => ({
  accept: sentence,
  undo: sentence,
  "send back": sentence,
  reject: sentence,
  seen: sentence,
});

const allowed: [Name, Record<Act, string | string[]>][] = [
  [
    "ready",
    {
      accept: asked,
      undo: notMerged,
      "send back": ["landing.sent_back"],
      reject: ["landing.rejected"],
      seen,
    },
  ],
  [
    "ready, once stopped",
    {
      accept: asked,
      undo: notMerged,
      "send back": ["landing.sent_back"],
      reject: ["landing.rejected"],
      seen,
    },
  ],
  ["merged", { ...all(isMerged), undo: asked, "send back": ["landing.sent_back"], seen }],
  ["merged, once stopped", { ...all(isMerged), undo: asked, "send back": ["landing.sent_back"], seen }],
  ["accepting", { ...all(isAccepting), seen }],
  ["undoing", { ...all(isUndoing), seen }],
  ["accepted", { ...all(isAccepted), undo: asked, "send back": ["landing.sent_back"], seen }],
  ["sent back", { ...all(isSentBack), seen }],
  // The work is still on the integration branch.
  ["sent back after its merge", { ...all(isSentBack), undo: asked, seen }],
  [
    "sent back for nothing",
    {
      accept: asked,
      undo: notMerged,
      "send back": ["landing.sent_back"],
      reject: ["landing.rejected"],
      seen,
    },
  ],
  [
    "sent back for nothing after its merge",
    { ...all(isMerged), undo: asked, "send back": ["landing.sent_back"], seen },
  ],
  ["rejected", { ...all(isRejected), seen }],
  ["undone", { ...all(isUndone), seen }],
  ["conflict", all(isTorn)],
  ["refuted", all(isRefuted)],
  ["unchanged", all(changedNothing)],
  ["unfinished", all(notFinished)],
  ["no repository", all(noRepository)],
  ["failed", all(isFailed)],
  ["running", all(notEnded)],
];

describe("finished work", () => {
  test("is in the table in every state", () => {
    expect(allowed.map(([name]) => name)).toEqual(Object.keys(histories) as Name[]);
  });

  test.each(allowed)("that is %s allows or refuses each act", (name, expected) => {
    const found = Object.fromEntries(
      Object.entries(commands).map(([act, command]) => [act, outcomeOf(name, command)]),
    );
    expect(found).toEqual(expected);
  });

  test.each(allowed)("that is %s says in advance what it would refuse", (name, expected) => {
    const refusals = refusalsOfLanding(commissionAfter(histories[name]));
    const asSentence = (outcome: string | string[]) => (typeof outcome === "string" ? outcome : null);
    expect(refusals).toEqual({
      accept: asSentence(expected.accept),
      undo: asSentence(expected.undo),
      sendBack: asSentence(expected["send back"]),
      // To reject what is merged is to undo it.
      reject: asSentence(expected.reject) === null ? null : whyNotRejected(name, expected),
    });
  });
});

function whyNotRejected(name: Name, { reject, undo }: Record<Act, string | string[]>): string | null {
  const isOnBranch = mergedAs(commissionAfter(histories[name])) !== null;
  return isOnBranch && typeof undo !== "string" ? null : String(reject);
}

describe("the steps in which the hall moves the integration branch", () => {
  const plan = (act: "accept" | "undo"): LandingCommand => ({
    do: "plan-landing",
    act,
    into,
    expected: tip,
    commit: tip,
    checks: [],
  });
  const finish = (act: "accept" | "undo"): LandingCommand => ({
    do: "finish-landing",
    act,
    into,
    commit: tip,
    checks: [],
  });
  const stop = (act: "accept" | "undo", cause: "checks" | "cancelled" = "checks"): LandingCommand => ({
    do: "stop-landing",
    stop: { act, cause, message: "red", conflicts: [], standing: [], checks: [] },
  });

  test.each(Object.keys(histories) as Name[])("are taken only for the act that runs: %s", (name) => {
    const running = { accepting: "accept", undoing: "undo" }[name as string];
    for (const act of ["accept", "undo"] as const) {
      const isRunning = act === running;
      expect([act, Array.isArray(outcomeOf(name, plan(act)))]).toEqual([act, isRunning]);
      expect([act, Array.isArray(outcomeOf(name, finish(act)))]).toEqual([act, isRunning]);
      // An act that is over has nothing left to stop. Only a person, who called it off too late, has to be told.
      expect(outcomeOf(name, stop(act))).toEqual(isRunning ? ["landing.stopped"] : []);
      const calledOff = isRunning ? ["landing.stopped"] : "It was over before it could be called off.";
      expect(outcomeOf(name, stop(act, "cancelled"))).toEqual(calledOff);
    }
  });

  test("name the person who asked", () => {
    const verdict = decide(commissionAfter(histories.accepting), finish("accept"));
    expect(verdict.ok && verdict.events).toEqual([
      { type: "landing.accepted", by: "person", into, commit: tip, checks: [] },
    ]);
  });
});

describe("repeated", () => {
  test("sending back as the same commission is written once, because a restart may repeat it", () => {
    const same: LandingCommand = { do: "send-back", as: other, comments: 3, by: "person" };
    expect(outcomeOf("sent back", same)).toEqual([]);
  });

  test("work comes back only from the commission that it was sent to, and once", () => {
    const back = (as: string): LandingCommand => ({ do: "take-back", as: commissionId.parse(as) });
    expect(outcomeOf("sent back", back(other))).toEqual(["landing.returned"]);
    expect(outcomeOf("sent back for nothing", back(other))).toEqual([]);
    expect(outcomeOf("sent back", back(other.replace(/c$/, "d")))).toEqual([]);
    const earlier: LandingBody = {
      type: "landing.returned",
      as: commissionId.parse(other.replace(/c$/, "d")),
    };
    expect(landingStateOf(commissionAfter([...ready, sentBack, earlier]))).toBe("sent_back");
  });

  test("work that was sent back and then undone does not come back", () => {
    const undone: LandingBody = { type: "landing.undone", by: "person", into, commit: tip, checks: [] };
    const back: LandingCommand = { do: "take-back", as: commissionId.parse(other) };
    const history = [...merged, sentBack, requested("undo")];
    expect(decide(commissionAfter(history), back)).toMatchObject({ events: [{ type: "landing.returned" }] });
    expect(decide(commissionAfter([...history, undone]), back)).toEqual({ ok: true, events: [] });
  });

  test("a tick is written only if it changes something", () => {
    const ticked = commissionAfter([...ready, { type: "landing.seen", by: "person", seen: true }]);
    const tick = (seen: boolean) => decide(ticked, { do: "mark-seen", seen, by: "person" });
    expect(tick(true)).toEqual({ ok: true, events: [] });
    expect(tick(false)).toMatchObject({ ok: true, events: [{ type: "landing.seen", seen: false }] });
  });
});

test.each(Object.keys(histories) as Name[])(
  "status, outcome and trust stay whatever becomes of it: %s",
  (name) => {
    const before = commissionAfter(histories[name]);
    const bodies: EventBody[] = [
      requested("accept"),
      requested("undo"),
      sentBack,
      returned,
      stopped("accept"),
    ];
    for (const body of bodies) {
      const after = commissionAfter([...histories[name], body]);
      const record = { ...after.record, afterEnd: before.record.afterEnd };
      expect({ ...after, record }).toEqual(before);
      if (landingStateOf(before) === null) expect(landingStateOf(after)).toBeNull();
    }
  },
);

test("work that was never applied has no state", () => {
  expect(landingStateOf(commissionAfter(applied))).toBeNull();
});

describe("the reason of a rejection", () => {
  const asks: LandingCommand = { do: "request-landing", act: "undo", by: "person", reason: "Not like this." };

  test("that undoes a merge is kept, and shown while the merge is undone and after", () => {
    const verdict = decide(commissionAfter(merged), asks);
    if (!verdict.ok) throw new Error(verdict.problem.message);
    const undoing = [...merged, ...verdict.events];
    const done: LandingBody = { type: "landing.undone", by: "person", into, commit: tip, checks: [] };
    for (const history of [undoing, [...undoing, done]])
      expect(landingDetailOf(commissionAfter(history), null)?.reason).toBe("Not like this.");
  });

  test("is not that of an undoing without one", () => {
    expect(landingDetailOf(commissionAfter(undone), null)?.reason).toBeNull();
    expect(landingDetailOf(commissionAfter(histories.rejected), null)?.reason).toBe("not wanted");
  });
});

test("work that another commission continues says beforehand that it cannot be sent back", () => {
  expect(landingDetailOf(commissionAfter(ready), null)?.refusals.sendBack).toBeNull();
  expect(landingDetailOf(commissionAfter(ready), other)?.refusals.sendBack).toBe(
    `It was redispatched before, as ${other}.`,
  );
});
