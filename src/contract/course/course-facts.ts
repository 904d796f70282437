// The facts of a course: what the workbench of any work may write into its journal, whether the work is a commission or
// of another kind. Each kind adds facts of its own.
import { z } from "zod";
import { attachmentFacts } from "../commission/attachments.ts";
import { sandboxLevel } from "../commission/commission.ts";
import { instructionFacts } from "../commission/instructions.ts";
import { networkFacts } from "./network-facts.ts";
import { memoryKey, memoryScope } from "../memory/memory.ts";
import { setUpMeans } from "../project/set-up.ts";
import { commandRun, oid } from "../project/tree.ts";
import { requestKind, tokens } from "./model-request.ts";
import { sessionEnd } from "./session-end.ts";

const callKey = z.string();

const memoryRef = z.object({ scope: memoryScope, key: memoryKey, version: z.int().positive() });

/** The memory in the worker's system prompt. */
export const memoryGiven = z.object({
  type: z.literal("memory.given"),
  entries: z.array(memoryRef),
  leftOut: z.int().nonnegative(),
  /** Whether one of the entries is marked as untrusted, because its author had read text from outside. */
  untrusted: z.boolean(),
});

export const courseFacts = [
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
  z.object({
    type: z.literal("decision.recorded"),
    callKey,
    question: z.string(),
    decision: z.string(),
    reasoning: z.string(),
  }),
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
  z.object({
    type: z.literal("session.ended"),
    end: sessionEnd,
    /** How long the session was at work. Absent in lines of older releases. */
    ms: z.int().nonnegative().optional(),
  }),
] as const;

/** The body of a fact of any run. */
export type CourseFact = z.infer<(typeof courseFacts)[number]>;

/** The place of a fact: its workbench, by number, and the line of that workbench's journal. */
export interface FactOrigin {
  bench: number;
  benchSeq: number;
  /** The time at which the workbench wrote it. */
  at: string;
}

/** A fact that the hall has copied from a journal. */
export type CopiedFact<F> = F extends unknown ? F & FactOrigin : never;
