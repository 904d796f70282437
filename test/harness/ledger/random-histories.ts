// Generates commands and facts in any order and applies them as the ledger does, for tests of invariants.
import fc from "fast-check";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import type { LandingAct } from "../../../src/contract/commission/landing.ts";
import { reviewComment } from "../../../src/contract/commission/review-comment.ts";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { commitSettings } from "../../../src/contract/project/land-settings.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import type { LandingCommand } from "../../../src/rules/commission/decide-landing.ts";
import { evolve } from "../../../src/rules/commission/evolve.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { checkRan, keptAt, someChecks, someTree } from "./checked.ts";
import { someId, someRequest } from "./histories.ts";

const at = "2026-11-15T10:00:00.000Z";
const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };

const oid = "a".repeat(40);
const otherOid = "b".repeat(40);
const otherId = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ac");

const theirs = { commits: [], files: [], patch: "", cut: false };
/** A merge whose result is the same tree as the work itself, which passed its checks. */
const asProved = {
  candidate: { kind: "ready", expected: oid, tree: oid },
  isNext: true,
  marked: false,
  theirs,
} as const;
const landings = fc.constantFrom(
  asProved,
  { ...asProved, isNext: false, marked: true },
  { ...asProved, candidate: { kind: "ready", expected: oid, tree: otherOid } as const },
  { ...asProved, candidate: { kind: "conflict" } as const },
);

const sessionEnds = fc.constantFrom<SessionEnd>(
  { how: "normal", finalText: "done" },
  { how: "normal", finalText: "" },
  { how: "turns", limit: 3 },
  { how: "budget", limitUsd: 1 },
  { how: "wall_clock", limitMs: 5 },
  { how: "memory", limitMb: 5 },
  { how: "disk", limitMb: 5 },
  { how: "activation", message: "no" },
  { how: "api", status: 500, message: "no" },
  { how: "quota", resetAt: at, message: "no" },
  { how: "died", message: "no" },
  { how: "garbled", message: "no" },
  { how: "rehearsal", message: "no" },
  { how: "stopped" },
);

export const facts: fc.Arbitrary<FactBody> = fc.oneof(
  fc.constantFrom<FactBody>(
    { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "1" },
    {
      type: "session.started",
      sessionId: "s",
      model: "m",
      tools: [],
      sandbox: "process",
      permissionMode: "dontAsk",
    },
    {
      type: "model.sent",
      request: 1,
      kind: "main",
      model: "m",
      tokens,
      inputUsd: 1,
      outputUsd: 1,
      priced: false,
    },
    {
      type: "model.answered",
      kind: "main",
      model: "m",
      tokens,
      costUsd: null,
      budgetUsd: 1,
      whole: true,
      ms: 1,
    },
    {
      type: "model.answered",
      kind: "web_search",
      model: "m",
      tokens,
      costUsd: 0.5,
      budgetUsd: 0.5,
      whole: true,
      ms: 1,
    },
    { type: "model.failed", kind: "main", status: 500, message: "no", retried: true },
    { type: "session.said", text: "hello" },
    { type: "tool.called", callId: "c", tool: "Read", input: "{}" },
    { type: "tool.returned", callId: "c", isError: false, output: "" },
    { type: "progress.reported", callKey: "k", summary: "half way" },
    { type: "decision.recorded", callKey: "k", question: "q", decision: "d", reasoning: "r" },
    { type: "question.logged", callKey: "k", question: "why?" },
    { type: "words.given", uuid: "00000000-0000-4000-8000-000000000001", notes: [1], answers: [1] },
    { type: "note.heard", note: 1, turn: 1 },
    { type: "answer.heard", answer: 1, turn: 1 },
    { type: "comment.answered", callKey: "k", number: 1, outcome: "done", answer: "renamed" },
    { type: "comment.answered", callKey: "k", number: 1, outcome: "declined", answer: "kept after all" },
    {
      type: "comment.answered",
      callKey: "k",
      number: 3,
      outcome: "done",
      answer: "there is no such comment",
    },
    { type: "result.submitted", callKey: "k", summary: "s", output: null, artifacts: [] },
    { type: "work.finished", end: { how: "normal", finalText: "done" }, snapshot: null },
    { type: "work.finished", end: { how: "died", message: "no" }, snapshot: oid },
    ...someChecks.flatMap((check) => [checkRan(check, 0), checkRan(check, 1)]),
    { type: "merge.tried", expected: oid, tree: otherOid },
    ...someChecks.flatMap((check): FactBody[] => [
      { ...checkRan(check, 0), on: "merge" },
      { ...checkRan(check, 1), on: "merge" },
      { ...checkRan(check, 0), on: "tip" },
    ]),
    { type: "session.ended", end: { how: "checked" } },
  ),
  sessionEnds.map((end): FactBody => ({ type: "session.ended", end })),
);

const policy = fc.record({
  maxResumes: fc.integer({ min: 0, max: 3 }),
  maxFalseStarts: fc.integer({ min: 0, max: 3 }),
  maxReturns: fc.integer({ min: 0, max: 2 }),
  canPause: fc.boolean(),
  backOffMs: fc.constant([1000]),
});

const limits = { maxTurns: 1, maxBudgetUsd: 1 };
const reviewed = { land: "review", record: "hall", commit: commitSettings.parse({}) } as const;

const dispatches = fc.constantFrom<Command>(
  ...[undefined, someTree].flatMap((tree) =>
    [[], someChecks].flatMap((checks) =>
      [undefined, reviewed].map((landing): Command => {
        return { do: "dispatch", sandbox: "process", limits, tree, checks, landing };
      }),
    ),
  ),
);

/** A request to continue work that a person sent back with two comments. */
const sentBackRequest: AcceptedRequest = {
  ...someRequest,
  sentBack: {
    note: "Shorter, please.",
    comments: [1, 2].map((line) => reviewComment.parse({ path: "a.ts", line, text: "Rename it." })),
  },
};

/** The steps of an act that moves the integration branch. */
const movesOf = (act: LandingAct): LandingCommand[] => [
  { do: "request-landing", act, by: "person" },
  { do: "plan-landing", act, into: someTree.into, expected: oid, commit: otherOid, checks: [] },
  { do: "finish-landing", act, into: someTree.into, commit: otherOid, checks: [] },
];
const stopOf = (act: LandingAct): LandingCommand => ({
  do: "stop-landing",
  stop: { act, cause: "conflict", message: "no", conflicts: ["a.ts"], standing: [], checks: [] },
});
const landingActs = ["accept", "undo"] as const;

/** A person's acts on finished work, and the steps in which the hall carries them out. */
export const landingCommands = fc.constantFrom<LandingCommand>(
  ...landingActs.flatMap((act) => [...movesOf(act), stopOf(act)]),
  { do: "send-back", as: otherId, comments: 2, by: "person" },
  { do: "send-back", as: someId, comments: 0, by: "person" },
  { do: "take-back", as: otherId },
  { do: "take-back", as: someId },
  { do: "request-landing", act: "undo", by: "person", reason: "Not like this." },
  { do: "turn-down", reason: null, by: "person" },
  { do: "mark-seen", seen: true, by: "person" },
  { do: "mark-seen", seen: false, by: "person" },
);

export const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Command>({ do: "create", request: sentBackRequest }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Command>(
      { do: "block", waitingFor: ["x"] },
      { do: "block", waitingFor: ["x", "y"] },
      { do: "unblock" },
      { do: "reject", message: "no" },
      { do: "answer", number: 1, answer: "because", by: "person" },
      { do: "answer", number: 1, answer: "or not", by: "person" },
      { do: "tell", text: "Use v2.", by: "person", key: null },
      { do: "tell", text: "Use v3.", by: "person", key: "k" },
    ),
  },
  { weight: 2, arbitrary: landingCommands },
  { weight: 3, arbitrary: dispatches },
  {
    weight: 12,
    arbitrary: fc
      .record({
        bench: fc.integer({ min: 1, max: 3 }),
        benchSeq: fc.integer({ min: 1, max: 12 }),
        fact: facts,
      })
      .map((taken): Command => ({ do: "take-fact", at, ...taken })),
  },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 3 })
      .map((bench): Command => ({ do: "lose-workbench", bench, began: true, message: "gone" })),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ do: "cancel", by: "person", reason: "enough" }) },
  {
    weight: 4,
    arbitrary: fc
      .record({ policy, landing: landings })
      .map((asked): Command => ({ do: "conclude", now: 0, ...asked })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Command>(
      { do: "record-applied", artifacts: [], problems: [] },
      { do: "record-applied", artifacts: [], problems: [], tree: keptAt(oid) },
      { do: "plan-merge", expected: oid, commit: oid, tip: oid },
      { do: "settle" },
      { do: "wake", now: 0 },
    ),
  },
);

interface Played {
  events: LedgerEvent[];
  states: (Commission | null)[];
}

/** Plays commands: decides on events, keeps them and applies them to the state, as the ledger does. */
function play(commands: readonly Command[]): Played {
  const played: Played = { events: [], states: [null] };
  for (const command of commands) {
    const state = played.states.at(-1) ?? null;
    const verdict = decide(state, command);
    let next = state;
    for (const body of verdict.ok ? verdict.events : []) {
      const event: LedgerEvent = { v: 1, seq: played.events.length + 1, at, ...body };
      played.events.push(event);
      next = evolve(next, event);
    }
    played.states.push(next);
  }
  return played;
}

/** The facts of a workbench once the work is done, complete or interrupted. */
const proofs: fc.Arbitrary<FactBody[]> = fc
  .record({ end: sessionEnds, exits: fc.array(fc.constantFrom(0, 0, 1), { maxLength: 2 }) })
  .map(({ end, exits }) => [
    { type: "work.finished", end, snapshot: oid },
    ...someChecks.slice(0, exits.length).map((check, i) => checkRan(check, exits[i] ?? 0)),
  ]);

/** A run as the hall conducts it. Mixed with the random commands, it brings many histories to an end. */
const conducted: fc.Arbitrary<Command[]> = fc
  .tuple(fc.array(facts, { maxLength: 6 }), fc.option(proofs), sessionEnds, policy, dispatches)
  .map(([some, proof, end, policy, dispatch]) => {
    const journal: FactBody[] = [...some, ...(proof ?? []), { type: "session.ended", end }];
    return [
      dispatch,
      ...journal.map((fact, i): Command => ({ do: "take-fact", bench: 1, benchSeq: i + 1, at, fact })),
      { do: "conclude", policy, now: 0, landing: asProved },
      { do: "record-applied", artifacts: [], problems: [], tree: keptAt(oid) },
      { do: "settle" },
    ];
  });

/** The commission that continued the work came to nothing. */
const sentBackForNothing: LandingCommand[] = [
  { do: "send-back", as: otherId, comments: 2, by: "person" },
  { do: "take-back", as: otherId },
];

/** Single commands, and whole acts as the hall carries them out. */
const acts: fc.Arbitrary<LandingCommand[]> = fc
  .array(
    fc.oneof(
      landingCommands.map((command) => [command]),
      fc.constantFrom(
        ...landingActs.flatMap((act) => [movesOf(act), [...movesOf(act).slice(0, 1), stopOf(act)]]),
        sentBackForNothing,
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat());

/** Puts each random command at a random place of the run, and acts on the finished work after it. */
export const histories = fc
  .tuple(conducted, fc.array(fc.tuple(commands, fc.nat()), { maxLength: 25 }), acts)
  .map(([run, strewn, later]) => {
    const mixed = [...run];
    for (const [command, place] of strewn) mixed.splice(place % (mixed.length + 1), 0, command);
    return play([{ do: "create", request: sentBackRequest }, ...mixed, ...later]);
  });
