// The facts that a workbench or, for a guild member, the hall may write into a commission's journal. The hall
// decides what follows from them.
import { z } from "zod";
import { sandboxLevel } from "./commission.ts";
import { memberName } from "../member/member.ts";
import { memoryKey, memoryScope } from "../memory/memory.ts";
import { setUpMeans, setUpWait } from "../project/set-up.ts";
import { acceptanceCheck, commandRun, oid } from "../project/tree.ts";
import { jobId } from "../member/worker-protocol.ts";
import { attachmentFacts } from "./attachments.ts";
import { networkFacts } from "./network-facts.ts";
import { instructionFacts } from "./instructions.ts";
import { artifactRef, leftArtifact } from "./artifact-ref.ts";
import { commentOutcome } from "./review-comment.ts";

export const tokens = z.object({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cacheRead: z.int().nonnegative(),
  cacheWrite: z.int().nonnegative(),
});
export type Tokens = z.infer<typeof tokens>;

/** The conversation of a request: the worker's (`main`), another of `claude`, or a member's about its memory. */
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

/** How a session ended, as the workbench saw it. src/rules/commission/exit-matrix.ts decides what follows. */
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
  /** No session was needed: the workbench only ran the checks of a merge. */
  z.object({ how: z.literal("checked") }),
  /** The project's set-up command failed, so no session began, or finished work could not be checked. */
  z.object({
    how: z.literal("setup"),
    message: z.string(),
    /**
     * Set if the command ran without the network because its git tree is neither the person's nor approved.
     * It may pass once the person approves the tree.
     */
    approve: setUpWait.optional(),
  }),
  /** The guild member failed its job, refused it, or could not be reached. */
  z.object({ how: z.literal("member"), message: z.string() }),
  z.object({ how: z.literal("stopped") }),
  /** The disk could not be written; the worker is not at fault. `disk` is the commission's own limit. */
  z.object({ how: z.literal("storage"), message: z.string() }),
]);
export type SessionEnd = z.infer<typeof sessionEnd>;

/** Endings that only the gateway, which sends the requests to the model, knows: `claude` just sees a failed request. */
export type GatewayVerdict = Extract<
  SessionEnd,
  { how: "turns" | "budget" | "api" | "quota" | "rehearsal" | "storage" }
>;

const callKey = z.string();

/** The tree that a check ran on: the work merged with the integration branch, its base, or the branch's tip. */
export const checkedTree = z.enum(["merge", "base", "tip"]);
export type CheckedTree = z.infer<typeof checkedTree>;

const memoryRef = z.object({ scope: memoryScope, key: memoryKey, version: z.int().positive() });

/** The memory in the worker's system prompt. */
export const memoryGiven = z.object({
  type: z.literal("memory.given"),
  entries: z.array(memoryRef),
  leftOut: z.int().nonnegative(),
  /** Whether one of the entries is marked as untrusted, because its author had read text from outside. */
  untrusted: z.boolean(),
});

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
  /**
   * This workbench continues the work of an earlier one, which was interrupted or whose work comes back
   * because its checks failed. `fresh`: in a new session, because there is no old one that can be opened.
   */
  z.object({
    type: z.literal("session.resumed"),
    sessionId: z.string().nullable(),
    message: z.string(),
    fresh: z.boolean(),
  }),
  /**
   * A request is about to be sent to a paid endpoint. It counts as billed until a later line with its number says
   * otherwise.
   */
  z.object({
    type: z.literal("model.sent"),
    /** The number of the request within this workbench. */
    request: z.int().positive(),
    kind: requestKind,
    model: z.string(),
    /** The estimated input tokens, and the most output tokens that the answer may have. */
    tokens,
    /** The cost of these tokens; at the highest price of all known models if the price of this one is not known. */
    inputUsd: z.number().nonnegative(),
    outputUsd: z.number().nonnegative(),
    /** False if the model's price is not known. */
    priced: z.boolean(),
  }),
  z.object({
    type: z.literal("model.answered"),
    kind: requestKind,
    model: z.string(),
    tokens,
    /** `null` if the model's price is not known. */
    costUsd: z.number().nullable(),
    /** The amount that counts against the budget; at the highest known price if the model's own is not known. */
    budgetUsd: z.number(),
    /** False if the answer broke off: then it was paid for, but does not count as a turn. */
    whole: z.boolean(),
    ms: z.int().nonnegative(),
    /** True if the endpoint reported no usage, and the gateway estimated it from the text that had arrived. */
    estimated: z.boolean().optional(),
    /**
     * The number in the `model.sent` line of the same request. Absent for a rehearsal, or in a line of an older
     * release.
     */
    request: z.int().positive().optional(),
  }),
  /** The gateway is about to send the first request in which the endpoint itself may search the web. */
  z.object({ type: z.literal("model.searching") }),
  z.object({
    type: z.literal("model.failed"),
    kind: requestKind,
    status: z.int().nullable(),
    message: z.string(),
    /** True if the gateway retries the request by itself. */
    retried: z.boolean(),
    /**
     * The number in the `model.sent` line of this request, if it costs nothing. Absent if another line states
     * the cost, or no `model.sent` was written.
     */
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
  /** The worker said what it did about one of the comments with which a person sent the work back. */
  z.object({
    type: z.literal("comment.answered"),
    callKey,
    /** The number of the comment, counted from 1. */
    number: z.int().positive(),
    outcome: commentOutcome,
    answer: z.string(),
  }),
  z.object({
    type: z.literal("result.submitted"),
    callKey,
    summary: z.string(),
    output: z.string().nullable(),
    artifacts: z.array(artifactRef),
    /** Only in a guild member's result: the names of files that the hall did not fetch. */
    memberArtifacts: z.array(z.string()).optional(),
    /** The same files, each with the reason. Absent in lines of older releases, which fetched no files. */
    leftArtifacts: z.array(leftArtifact).optional(),
  }),
  /**
   * The hall is about to send the job to a guild member. If no `member.dispatched` follows, the job may or may not have
   * arrived.
   */
  z.object({ type: z.literal("member.dispatching"), member: memberName, hallCommission: z.string() }),
  z.object({ type: z.literal("member.dispatched"), member: memberName, jobId }),
  /** Memory entries that were put into the worker's prompt. */
  memoryGiven,
  ...instructionFacts,
  ...attachmentFacts,
  z.object({ type: z.literal("memory.read"), callKey, ...memoryRef.shape, untrusted: z.boolean() }),
  z.object({
    type: z.literal("memory.written"),
    callKey,
    ...memoryRef.shape,
  }),
  z.object({ type: z.literal("artifact.written"), callKey, path: z.string(), bytes: z.int().nonnegative() }),
  /**
   * A tool is about to act on the outside world. If no `effect.ended` follows, it is unknown whether the act happened.
   */
  z.object({ type: z.literal("effect.begun"), callKey, tool: z.string(), inputHash: z.string() }),
  z.object({ type: z.literal("effect.ended"), callKey, isError: z.boolean() }),
  ...networkFacts,
  /** The worktree of the commission exists and was verified to belong to it. */
  z.object({ type: z.literal("tree.made"), ms: z.int().nonnegative() }),
  /**
   * The worker saw, or may have seen, these commits in the repository of its project. Their workers had read
   * text from outside, such as web pages. Commits on the person's branch are excluded, and at most ten are
   * named. Empty if git could not list them.
   */
  z.object({ type: z.literal("history.read"), marked: z.array(oid) }),
  /**
   * The project's set-up command ran, or the output of an earlier run was copied in: for the worktree, or for
   * a checkout in which the checks run.
   */
  z.object({ type: z.literal("setup.ran"), run: commandRun, ...setUpMeans.shape }),
  /** The session is over and its work counts as done. The content of the worktree at this moment is what is checked. */
  z.object({
    type: z.literal("work.finished"),
    end: sessionEnd,
    /** The worktree's content as a git tree; `null` if the commission has no worktree. */
    snapshot: oid.nullable(),
    /**
     * The snapshot plus a document that records the commission. This tree is checked, and committed if the checks pass.
     */
    tree: oid.optional(),
    /** False if the snapshot equals the base. Absent without a worktree, or in lines of older releases. */
    changed: z.boolean().optional(),
    /** True if the work changed only documents under `.lore/`. */
    documents: z.boolean().optional(),
    /**
     * The part of the rehearsal's script that was not played. It is an error, unless the merge fails and the
     * worker continues.
     */
    unplayed: z.string().optional(),
  }),
  /** The worktree was moved to another commit, with the work in it, and the worker may continue. */
  z.object({ type: z.literal("tree.carried"), onto: oid }),
  /** The result of merging the finished work with the integration branch; `tree` is `null` if they conflict. */
  z.object({ type: z.literal("merge.tried"), expected: oid, tree: oid.nullable() }),
  /** An acceptance check ran. */
  z.object({
    type: z.literal("check.ran"),
    from: acceptanceCheck.shape.from,
    run: commandRun,
    /** The git tree that the check ran on; absent for a plain directory, or in a line of an older release. */
    tree: oid.optional(),
    /**
     * Absent: the check ran on the finished work. `merge`: on the work merged with the integration branch. `base`,
     * `tip`: without the work, on the commit that it began at or on the integration branch.
     */
    on: checkedTree.optional(),
    /** 2 if the check ran a second time on the same tree, because it had failed. */
    round: z.literal(2).optional(),
    /** True if the result comes from the cache, because the same check had run on the same tree before. */
    kept: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("session.ended"),
    end: sessionEnd,
    /** How long the session was at work. Absent in lines of older releases. */
    ms: z.int().nonnegative().optional(),
  }),
] as const;

export const factBody = z.discriminatedUnion("type", factBodies);
export type FactBody = z.infer<typeof factBody>;

const line = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
export const fact = z.discriminatedUnion("type", factBodies).and(z.object(line));
export type Fact = z.infer<typeof fact>;
