// The lines of a commission's ledger. The hall is its only writer: it records its own decisions, and the facts that it
// took over from a workbench's journal, each with the place it was read from.
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

/** Why a commission ended: how the session ended, or a cause that only the hall can see. */
export const endedBy = z.enum([...sessionEnd.options.map((o) => o.shape.how.value), "lost", "cancel"]);
export type EndedBy = z.infer<typeof endedBy>;

/**
 * Why a commission goes back to wait for another workbench. `start`: the last one never began, so nothing was lost or
 * done twice. `stop`: a person stopped the hall and its work. `storage`: the disk did not take the record of its work.
 * `refuted`: its checks failed, and its worker is to look again. `merge`: the checks passed on the work alone and fail
 * together with what the integration branch has gained since, and its worker is to look again. `land`: its work is done
 * and waits for its turn to be checked together with the integration branch. `setup`: its set-up had no network, and a
 * person has to approve its files first. Only `crash` counts against the resumes; `start` has its own counter, and
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
    /** Set when the session ended badly after a result had been submitted. */
    anomaly: z.string().nullable(),
    source: z.enum(["submission", "final_text"]),
    trust,
  }),
  z.object({ status: z.literal("failed"), endedBy, reason: failureReason, message: z.string() }),
  z.object({ status: z.literal("cancelled"), endedBy, reason: z.string() }),
]);
export type CommissionOutcome = z.infer<typeof outcome>;

/** The steps on disk that must be done before the commission may end. A value, so that it can be shown and repeated. */
export const finishPlan = z.object({
  outcome,
  copy: z.array(artifactRef),
  /** Whether its branch is merged or kept; absent if it has none. */
  tree: z.enum(["merge", "keep"]).optional(),
  /**
   * The merge on which its checks passed: the tree, and the commit at which the integration branch must be. Absent if
   * there are no checks, or an older release wrote the plan.
   */
  merge: z.object({ expected: oid, tree: oid }).optional(),
});
export type FinishPlan = z.infer<typeof finishPlan>;

/** Work that continues from another commit: the tip of the integration branch with which its checks failed. */
export const carriedWork = z.object({
  /** The commit that the work began at, and the work as a git tree. */
  from: oid,
  snapshot: oid,
  /** The commit of the integration branch that it continues from. */
  onto: oid,
  /** The changes of the integration branch since `from`. */
  theirs: z.object({
    commits: z.array(z.string()),
    files: z.array(z.string()),
    patch: z.string(),
    /** Whether part of it is left out. */
    cut: z.boolean(),
  }),
  /** Whether `onto` holds marked work that is not in the person's branch. Absent in lines of older releases. */
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
    /** `null` if a guild member carries it out, which contains its own work. */
    sandbox: sandboxLevel.nullable(),
    limits,
    /** Its branch in the project's repository; absent if it works in a plain directory. */
    tree: treePlan.optional(),
    /** The checks that decide whether its work is done; absent if its worker's word decides. */
    checks: z.array(acceptanceCheck).optional(),
    /** Its worker changes no files of the project: a check that fails on the base too does not refute its work. */
    readOnly: z.boolean().optional(),
    /** Marked commits below its base that are not in the person's branch; absent if there are none. */
    marked: z.array(oid).optional(),
  }),
  z.object({ type: z.literal("workbench.starting"), bench: z.int().positive() }),
  z.object({
    type: z.literal("workbench.lost"),
    bench: z.int().positive(),
    /** False if it never took its lock, so that nothing of a session can have happened. */
    began: z.boolean(),
    message: z.string(),
    /** The disk did not take the record of its end. Absent in lines of older releases. */
    storage: z.boolean().optional(),
    /** It was killed because it did not take its lock in time. Absent in lines of older releases. */
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
  /** Its workbench is to stop, and the next hall to resume it. */
  z.object({ type: z.literal("stop.requested"), by: z.string() }),
  z.object({ type: z.literal("finish.planned"), plan: finishPlan }),
  /** A commit is ready, and the integration branch is about to be moved to it. A later one replaces this. */
  z.object({ type: z.literal("merge.planned"), into: branchName, expected: oid, commit: oid, tip: oid }),
  /** The integration branch is not where the plan expects it: the hall decides again what to do. */
  z.object({ type: z.literal("finish.withdrawn"), reason: z.string() }),
  z.object({
    type: z.literal("finish.applied"),
    artifacts: z.array(z.string()),
    problems: z.array(z.string()),
    /** Only for a chore. */
    chore: choreOutcome.optional(),
    /** Only for a commission with a worktree. */
    tree: treeOutcome.optional(),
    /** The SHA-256 of each artifact, by its path. Absent in lines of older releases. */
    hashes: z.record(z.string(), z.string()).optional(),
  }),
  /** A person answered one of its questions, counted from 1. This can happen at any time, also after the end. */
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

/** The workbench and line that a fact was read from, and its time there: the workbench's own. */
const origin = { bench: z.int().positive(), benchSeq: z.int().positive(), at: z.string() };
type WithOrigin<T> = T extends unknown ? T & { bench: number; benchSeq: number; at: string } : never;

export type HallEventBody = z.infer<(typeof hallBodies)[number]>;
export type TakenFactBody = WithOrigin<z.infer<(typeof factBodies)[number]>>;
export type EventBody = HallEventBody | TakenFactBody;

/** Older releases wrote format 1. Lines of format 2 form a hash chain: each refers to the line before it. */
export interface Stamp {
  v: 1 | 2;
  seq: number;
  at: string;
}
export type LedgerEvent = EventBody & Stamp;

const stamp = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
const withStamp = (body: z.ZodObject) => body.extend(stamp);
const withOrigin = (body: z.ZodObject) => body.extend({ ...origin, ...stamp });

/** Each type has a whole schema: trying several and intersecting their parts takes five times as long per line. */
export const ledgerEvent = z.discriminatedUnion("type", [
  withStamp(hallBodies[0]),
  ...hallBodies.slice(1).map(withStamp),
  ...factBodies.map(withOrigin),
]) as unknown as z.ZodType<LedgerEvent>;

export const hallEventTypes: readonly string[] = hallBodies.map((b) => b.shape.type.value);
export const factTypes: readonly string[] = factBodies.map((b) => b.shape.type.value);
