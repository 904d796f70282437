// What a workbench may say in its journal. Facts only: the hall decides what follows from them.
import { z } from "zod";
import { sandboxLevel } from "./commission.ts";
import { memberName } from "../member/member.ts";
import { memoryKey, memoryScope } from "../memory/memory.ts";
import { setUpMeans, setUpWait } from "../project/set-up.ts";
import { acceptanceCheck, commandRun, oid } from "../project/tree.ts";
import { jobId } from "../member/worker-protocol.ts";

export const tokens = z.object({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cacheRead: z.int().nonnegative(),
  cacheWrite: z.int().nonnegative(),
});
export type Tokens = z.infer<typeof tokens>;

/**
 * Which conversation a model request belongs to: the worker's own, one that `claude` makes beside it, or one in which a
 * guild member condenses what it remembers (`memory`).
 */
export const requestKind = z.enum([
  "main",
  "web_search",
  "page_summary",
  "compaction",
  "title",
  "memory",
  "other",
]);
export type RequestKind = z.infer<typeof requestKind>;

/** How a session ended, as the workbench saw it. The exit matrix turns it into a status. */
export const sessionEnd = z.discriminatedUnion("how", [
  z.object({ how: z.literal("normal"), finalText: z.string() }),
  z.object({ how: z.literal("turns"), limit: z.int() }),
  z.object({ how: z.literal("budget"), limitUsd: z.number() }),
  z.object({ how: z.literal("wall_clock"), limitMs: z.int() }),
  z.object({ how: z.literal("memory"), limitMb: z.int() }),
  z.object({ how: z.literal("disk"), limitMb: z.int() }),
  z.object({ how: z.literal("files"), limit: z.int() }),
  z.object({ how: z.literal("activation"), message: z.string() }),
  z.object({ how: z.literal("api"), status: z.int().nullable(), message: z.string() }),
  z.object({ how: z.literal("quota"), resetAt: z.string(), message: z.string() }),
  z.object({ how: z.literal("died"), message: z.string() }),
  z.object({ how: z.literal("garbled"), message: z.string() }),
  z.object({ how: z.literal("rehearsal"), message: z.string() }),
  /** No session was to be run: the checks of a merge have come to their end. */
  z.object({ how: z.literal("checked") }),
  /** The project's set-up failed, so no session began. */
  z.object({
    how: z.literal("setup"),
    message: z.string(),
    /** It had no network, because its tree is not the person's: it may pass once they approve it. */
    approve: setUpWait.optional(),
  }),
  /** The guild member failed its job, refused it, or could not be reached. */
  z.object({ how: z.literal("member"), message: z.string() }),
  z.object({ how: z.literal("stopped") }),
  /** The disk took no record of it: not its doing. `disk` is its own limit. */
  z.object({ how: z.literal("storage"), message: z.string() }),
]);
export type SessionEnd = z.infer<typeof sessionEnd>;

/** Ends that the gateway knows of: `claude` sees only a failed request. */
export type GatewayVerdict = Extract<
  SessionEnd,
  { how: "turns" | "budget" | "api" | "quota" | "rehearsal" | "storage" }
>;

const callKey = z.string();

/** Which tree a check was run on, where it is not the finished work alone. */
export const checkedTree = z.enum(["merge", "base", "tip"]);
export type CheckedTree = z.infer<typeof checkedTree>;

export const artifactRef = z.object({
  /** Relative to `work/` or `artifacts/`, as `from` says. */
  path: z.string(),
  from: z.enum(["work", "artifacts"]),
  bytes: z.int().nonnegative(),
});
export type ArtifactRef = z.infer<typeof artifactRef>;

/** A file that a guild member's job left and that was not fetched. */
export const leftArtifact = z.object({
  /** As the member names it. */
  path: z.string(),
  reason: z.string(),
});
export type LeftArtifact = z.infer<typeof leftArtifact>;

const memoryRef = z.object({ scope: memoryScope, key: memoryKey, version: z.int().positive() });

export const factBodies = [
  z.object({
    type: z.literal("bench.started"),
    pid: z.int(),
    startTime: z.string(),
    bootId: z.string(),
    version: z.string(),
  }),
  z.object({
    type: z.literal("session.started"),
    sessionId: z.string(),
    model: z.string(),
    tools: z.array(z.string()),
    sandbox: sandboxLevel,
    permissionMode: z.string(),
  }),
  /** This workbench goes on where an earlier one was cut off. `fresh`: in a new session, since the old one is not there. */
  z.object({
    type: z.literal("session.resumed"),
    sessionId: z.string().nullable(),
    message: z.string(),
    fresh: z.boolean(),
  }),
  /** A request goes out to an endpoint that is paid. Until a line with its number says otherwise, it is to be paid for. */
  z.object({
    type: z.literal("model.sent"),
    /** Its number at this workbench. */
    request: z.int().positive(),
    kind: requestKind,
    model: z.string(),
    /** An estimate of what goes in, and the most that may come out. */
    tokens,
    /** What these cost; at the dearest known price where the true one is unknown. */
    inputUsd: z.number().nonnegative(),
    outputUsd: z.number().nonnegative(),
    /** False: the model's price is not known. */
    priced: z.boolean(),
  }),
  z.object({
    type: z.literal("model.answered"),
    kind: requestKind,
    model: z.string(),
    tokens,
    /** null: the model's price is not known. */
    costUsd: z.number().nullable(),
    /** What counts against the budget; the dearest known price where the true one is unknown. */
    budgetUsd: z.number(),
    /** False: it broke off before its end. Then it is paid for, but is no turn. */
    whole: z.boolean(),
    ms: z.int().nonnegative(),
    /** True: no bill came for it, and the gateway counted what had passed. */
    estimated: z.boolean().optional(),
    /** The number of its `model.sent`. Absent: a rehearsal, or a line of an older release. */
    request: z.int().positive().optional(),
  }),
  /** For the first time a request goes out with which the endpoint itself searches the web. */
  z.object({ type: z.literal("model.searching") }),
  z.object({
    type: z.literal("model.failed"),
    kind: requestKind,
    status: z.int().nullable(),
    message: z.string(),
    /** True when the gateway tries again by itself. */
    retried: z.boolean(),
    /** The number of a `model.sent` that costs nothing. Absent: another line says what it cost, or it was not sent. */
    request: z.int().positive().optional(),
  }),
  z.object({ type: z.literal("session.said"), text: z.string() }),
  z.object({ type: z.literal("tool.called"), callId: z.string(), tool: z.string(), input: z.string() }),
  z.object({
    type: z.literal("tool.returned"),
    callId: z.string(),
    isError: z.boolean(),
    output: z.string(),
  }),
  z.object({ type: z.literal("progress.reported"), callKey, summary: z.string() }),
  z.object({
    type: z.literal("decision.recorded"),
    callKey,
    question: z.string(),
    decision: z.string(),
    reasoning: z.string(),
  }),
  z.object({ type: z.literal("question.logged"), callKey, question: z.string() }),
  z.object({
    type: z.literal("result.submitted"),
    callKey,
    summary: z.string(),
    output: z.string().nullable(),
    artifacts: z.array(artifactRef),
    /** Only of a guild member's result: the names of files that stay at the member. */
    memberArtifacts: z.array(z.string()).optional(),
    /** Why each of these was not fetched. Lines of older releases have none: they fetched no files. */
    leftArtifacts: z.array(leftArtifact).optional(),
  }),
  /** The job is about to be sent to a guild member, under this name. Without the next, nobody knows whether it got there. */
  z.object({ type: z.literal("member.dispatching"), member: memberName, hallCommission: z.string() }),
  z.object({ type: z.literal("member.dispatched"), member: memberName, jobId }),
  /** Entries of memory that stand in the worker's prompt. */
  z.object({
    type: z.literal("memory.given"),
    entries: z.array(memoryRef),
    leftOut: z.int().nonnegative(),
    /** Whether one of them is marked so. */
    untrusted: z.boolean(),
  }),
  z.object({ type: z.literal("memory.read"), callKey, ...memoryRef.shape, untrusted: z.boolean() }),
  z.object({
    type: z.literal("memory.written"),
    callKey,
    ...memoryRef.shape,
  }),
  z.object({ type: z.literal("artifact.written"), callKey, path: z.string(), bytes: z.int().nonnegative() }),
  /** A tool that acts on the world is about to act. Without an `effect.ended` nobody knows whether it did. */
  z.object({ type: z.literal("effect.begun"), callKey, tool: z.string(), inputHash: z.string() }),
  z.object({ type: z.literal("effect.ended"), callKey, isError: z.boolean() }),
  z.object({
    type: z.literal("page.fetched"),
    callKey,
    url: z.string(),
    /** The last URL that was asked, after redirects; null: none was. */
    finalUrl: z.string().nullable(),
    status: z.int().nullable(),
    /** Of its body, unpacked, as far as it was read. */
    bytes: z.int().nonnegative(),
    ms: z.int().nonnegative(),
    /** Why the worker got no page; null: it got one. */
    refused: z.string().nullable(),
  }),
  /** Its worktree is there, and was proved to be its own. */
  z.object({ type: z.literal("tree.made"), ms: z.int().nonnegative() }),
  /** The worker was shown, or may have seen, history of its project with marked commits that its base does not hold. */
  z.object({ type: z.literal("history.read"), marked: z.array(oid) }),
  /** The project's set-up was run in the worktree, or what an earlier one made was brought in. */
  z.object({ type: z.literal("setup.ran"), run: commandRun, ...setUpMeans.shape }),
  /** The session is over and its work is taken for done: what was there then is what is checked. */
  z.object({
    type: z.literal("work.finished"),
    end: sessionEnd,
    /** The worktree's content as a tree of git; null: it has no worktree. */
    snapshot: oid.nullable(),
    /** The snapshot with the record of the commission: what is checked, and what is committed if the checks pass. */
    tree: oid.optional(),
    /** False: the snapshot is the base. Lines of older releases have none. */
    changed: z.boolean().optional(),
    /** True: it changed documents under `.lore/` and nothing else. */
    documents: z.boolean().optional(),
    /** What was not played of its rehearsal: a mistake, unless the merge sends the work back to its worker. */
    unplayed: z.string().optional(),
  }),
  /** The worktree was brought to another base with the work in it, and its worker may go on. */
  z.object({ type: z.literal("tree.carried"), onto: oid }),
  /** The finished work and the integration branch, as git merges them; `tree` null: they conflict. */
  z.object({ type: z.literal("merge.tried"), expected: oid, tree: oid.nullable() }),
  /** One of the acceptance checks was run. */
  z.object({
    type: z.literal("check.ran"),
    from: acceptanceCheck.shape.from,
    run: commandRun,
    /** The tree that it was run on; absent: a plain directory, or a line of an older release. */
    tree: oid.optional(),
    /** Absent: the finished work. `merge`: that together with the integration branch. `base`, `tip`: the project without it. */
    on: checkedTree.optional(),
    /** 2: once more on the same tree, because the first run failed. */
    round: z.literal(2).optional(),
    /** True: the same check had been run on the same tree before, and this is how it came out then. */
    kept: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("session.ended"),
    end: sessionEnd,
    /** How long the session was at work. Lines of older releases have none. */
    ms: z.int().nonnegative().optional(),
  }),
] as const;

export const factBody = z.discriminatedUnion("type", factBodies);
export type FactBody = z.infer<typeof factBody>;

const line = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
export const fact = z.discriminatedUnion("type", factBodies).and(z.object(line));
export type Fact = z.infer<typeof fact>;
