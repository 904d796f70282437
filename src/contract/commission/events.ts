// The lines of a commission's ledger. The hall is its only writer: what it decided, and the facts it took
// over from a workbench's journal, each with the place it was read from.
import { z } from "zod";
import { acceptedRequest, sandboxLevel, trust } from "./commission.ts";
import { artifactRef, factBodies, sessionEnd } from "./facts.ts";
import { limits } from "./limits.ts";
import { choreOutcome } from "../memory/memory.ts";
import { acceptanceCheck, branchName, oid, treeOutcome, treePlan } from "../project/tree.ts";

export const failureReason = z.enum([
  "no_result",
  "crashed",
  "turns",
  "budget",
  "wall_clock",
  "memory",
  "disk",
  "files",
  "activation",
  "setup",
  "member",
  "api",
  "quota",
  "rehearsal",
]);
export type FailureReason = z.infer<typeof failureReason>;

/** Why a commission ended: the session's own ending, or one that only the hall can see. */
export const endedBy = z.enum([...sessionEnd.options.map((o) => o.shape.how.value), "lost", "cancel"]);
export type EndedBy = z.infer<typeof endedBy>;

/**
 * Why a commission goes back to wait for another workbench. `start`: the last one never began, so nothing was lost or
 * done twice. `stop`: a person stopped the hall and its work. `storage`: the disk took no record of what it did.
 * `refuted`: its checks failed, and its worker is to look again. `merge`: they passed alone and fail together with what
 * the integration branch has got meanwhile, and its worker is to look again. `land`: its work is done, and waits for its
 * turn to be checked together with the integration branch. `setup`: its set-up had no network, and a person has to approve
 * its files first. Only `crash` is counted; `start` has a count of its own, and
 * `refuted` and `merge` share one.
 */
export const returnCause = z.enum([
  "start",
  "crash",
  "quota",
  "stop",
  "storage",
  "refuted",
  "merge",
  "land",
  "setup",
]);
export type ReturnCause = z.infer<typeof returnCause>;

export const outcome = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("completed"),
    endedBy,
    /** Set when the session did not end well but a result had been submitted. */
    anomaly: z.string().nullable(),
    source: z.enum(["submission", "final_text"]),
    trust,
  }),
  z.object({ status: z.literal("failed"), endedBy, reason: failureReason, message: z.string() }),
  z.object({ status: z.literal("cancelled"), endedBy, reason: z.string() }),
]);
export type Outcome = z.infer<typeof outcome>;

/** What has to be done to the disk before the commission may end. A value first, so that it can be shown and repeated. */
export const finishPlan = z.object({
  outcome,
  copy: z.array(artifactRef),
  /** What is to become of its branch; absent: it has none. */
  tree: z.enum(["merge", "keep"]).optional(),
  /**
   * The merge that its checks have passed on: the tree, and where the integration branch has to be for it. Absent: there
   * are no checks, or the plan is of an older release.
   */
  merge: z.object({ expected: oid, tree: oid }).optional(),
});
export type FinishPlan = z.infer<typeof finishPlan>;

/** Work that goes on from another commit than it began at: the integration branch as it was when both failed together. */
export const carriedWork = z.object({
  /** The commit that the work began at, and the work as a tree of git. */
  from: oid,
  snapshot: oid,
  /** The commit of the integration branch that it goes on from. */
  onto: oid,
  /** What the integration branch has got since `from`. */
  theirs: z.object({
    commits: z.array(z.string()),
    files: z.array(z.string()),
    patch: z.string(),
    /** Whether something of it is left out. */
    cut: z.boolean(),
  }),
  /** Whether `onto` holds marked work that is not in the person's branch. Lines of older releases have none. */
  marked: z.boolean().optional(),
});
export type CarriedWork = z.infer<typeof carriedWork>;

const [completed, failed, cancelled] = outcome.options;

const hallBodies = [
  z.object({ type: z.literal("commission.created"), request: acceptedRequest }),
  z.object({ type: z.literal("commission.blocked"), waitingFor: z.array(z.string()) }),
  z.object({ type: z.literal("commission.unblocked") }),
  z.object({
    type: z.literal("commission.dispatched"),
    /** null: a guild member carries it out, and sees to that itself. */
    sandbox: sandboxLevel.nullable(),
    limits,
    /** What it works on; absent: a plain directory. */
    tree: treePlan.optional(),
    /** What decides whether its work is done; absent: its worker's word. */
    checks: z.array(acceptanceCheck).optional(),
    /** Its worker changes no files of the project: a check that fails on the base too does not refute its work. */
    readOnly: z.boolean().optional(),
    /** Commits below its base that are marked and not in the person's branch; absent: there are none. */
    marked: z.array(oid).optional(),
  }),
  z.object({ type: z.literal("workbench.starting"), bench: z.int().positive() }),
  z.object({
    type: z.literal("workbench.lost"),
    bench: z.int().positive(),
    /** False: it never got as far as its lock, so nothing of a session can have happened. */
    began: z.boolean(),
    message: z.string(),
    /** The disk took no record of its end. Lines of older releases have none. */
    storage: z.boolean().optional(),
    /** It was ended because it did not come as far as its lock in time. Lines of older releases have none. */
    hung: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("commission.requeued"),
    cause: returnCause,
    notBefore: z.string(),
    /** Only with the cause `merge`. */
    carry: carriedWork.optional(),
  }),
  z.object({ type: z.literal("commission.paused"), until: z.string(), message: z.string() }),
  z.object({ type: z.literal("cancel.requested"), by: z.string(), reason: z.string() }),
  /** Its workbench is to stop, and the next hall to go on with it. */
  z.object({ type: z.literal("stop.requested"), by: z.string() }),
  z.object({ type: z.literal("finish.planned"), plan: finishPlan }),
  /** A commit is ready, and the integration branch is about to be moved to it. A later one stands for this. */
  z.object({ type: z.literal("merge.planned"), into: branchName, expected: oid, commit: oid, tip: oid }),
  /** The integration branch is not where the plan expects it: what is to be done is decided again. */
  z.object({ type: z.literal("finish.withdrawn"), reason: z.string() }),
  z.object({
    type: z.literal("finish.applied"),
    artifacts: z.array(z.string()),
    problems: z.array(z.string()),
    /** Only of a chore. */
    chore: choreOutcome.optional(),
    /** Only of one with a worktree. */
    tree: treeOutcome.optional(),
    /** The SHA-256 of each artifact, by its path. Lines of older releases have none. */
    hashes: z.record(z.string(), z.string()).optional(),
  }),
  /** A person answered one of its questions, counted from 1. It may come at any time, also after the end. */
  z.object({
    type: z.literal("question.answered"),
    number: z.int().positive(),
    answer: z.string(),
    by: z.string(),
  }),
  completed.omit({ status: true }).extend({ type: z.literal("commission.completed") }),
  failed.omit({ status: true }).extend({ type: z.literal("commission.failed") }),
  cancelled.omit({ status: true }).extend({ type: z.literal("commission.cancelled") }),
] as const;

/** Where a fact was read, and when it happened: the line keeps the workbench's own time. */
const origin = { bench: z.int().positive(), benchSeq: z.int().positive(), at: z.string() };
type WithOrigin<T> = T extends unknown ? T & { bench: number; benchSeq: number; at: string } : never;

export type HallEventBody = z.infer<(typeof hallBodies)[number]>;
export type TakenFactBody = WithOrigin<z.infer<(typeof factBodies)[number]>>;
export type EventBody = HallEventBody | TakenFactBody;

/** Lines of format 1 are of older releases; those of format 2 are chained, each to the line before it. */
export interface Stamp {
  v: 1 | 2;
  seq: number;
  at: string;
}
export type LedgerEvent = EventBody & Stamp;

const stamp = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
const withStamp = (body: z.ZodObject) => body.extend(stamp);
const withOrigin = (body: z.ZodObject) => body.extend({ ...origin, ...stamp });

/** One whole shape for each type: to try several, and put parts together again, takes five times as long for each line. */
export const ledgerEvent = z.discriminatedUnion("type", [
  withStamp(hallBodies[0]),
  ...hallBodies.slice(1).map(withStamp),
  ...factBodies.map(withOrigin),
]) as unknown as z.ZodType<LedgerEvent>;

export const hallEventTypes: readonly string[] = hallBodies.map((b) => b.shape.type.value);
export const factTypes: readonly string[] = factBodies.map((b) => b.shape.type.value);
