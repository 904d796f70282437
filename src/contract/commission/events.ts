// The lines of a commission's ledger, which only the hall writes. A line is a decision of the hall, or a fact
// that it copied from a workbench's journal. A copied fact names its workbench and its line in the journal.
import { z } from "zod";
import { attachment } from "./attachments.ts";
import { acceptedRequest, sandboxLevel, trust } from "./commission.ts";
import { artifactRef } from "./artifact-ref.ts";
import { type FactBody, factBodies } from "./facts.ts";
import type { CopiedFact } from "../course/course-facts.ts";
import { sessionEnd } from "../course/session-end.ts";
import { instructionsPlan } from "./instructions.ts";
import { limits } from "./limits.ts";
import { choreOutcome } from "../memory/memory.ts";
import { commitSettings, landMode, recordMode } from "../project/land-settings.ts";
import { landingBodies } from "./landing.ts";
import { noteBodies } from "./notes.ts";
import { allowedHost } from "../project/set-up-settings.ts";
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

/** Why a commission ended: how its session ended, that its workbench was lost, or that it was cancelled. */
export const endedBy = z.enum([...sessionEnd.options.map((o) => o.shape.how.value), "lost", "cancel"]);
export type EndedBy = z.infer<typeof endedBy>;

/**
 * Why a commission goes back to wait for another workbench. `start`: the last workbench never began, so nothing was
 * lost or done twice. `crash`: the last workbench or its session died. `quota`: the model's quota has reset. `stop`: a
 * person stopped the hall and its work. `storage`: the disk could not be written, so the record of the work is
 * incomplete. `refuted`: the checks of the work failed, and its worker is to repair it. `merge`: the checks passed on
 * the work alone and fail on its merge with the integration branch, and its worker is to repair it. `land`: the work is
 * done and waits until its merge with the integration branch can be checked. `setup`: the set-up had no network, and a
 * person has to approve the files first. Only `crash` counts as a resume; `start` has its own counter, and `refuted`
 * and `merge` share one.
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
    /**
     * A sentence on what went wrong although the commission completed: the session ended badly, its checks
     * could not run to their end, or the worker could not repair refuted work; else `null`.
     */
    anomaly: z.string().nullable(),
    source: z.enum(["submission", "final_text"]),
    trust,
  }),
  z.object({ status: z.literal("failed"), endedBy, reason: failureReason, message: z.string() }),
  z.object({ status: z.literal("cancelled"), endedBy, reason: z.string() }),
]);
export type CommissionOutcome = z.infer<typeof outcome>;

/**
 * The steps that the hall must carry out before the commission may end. They are recorded as a value, so that they can
 * be shown, and repeated if they are interrupted.
 */
export const finishPlan = z.object({
  outcome,
  copy: z.array(artifactRef),
  /** Whether the commission's branch is merged or kept; absent if it has none. */
  tree: z.enum(["merge", "keep"]).optional(),
  /**
   * The merge on which the checks passed: the resulting tree, and the commit at which the integration branch must still
   * be. Absent if there are no checks, or an older release wrote the plan.
   */
  merge: z.object({ expected: oid, tree: oid }).optional(),
});
export type FinishPlan = z.infer<typeof finishPlan>;

/**
 * Work whose checks failed on its merge with the integration branch. It is moved to the tip of that branch,
 * where its worker continues.
 */
export const carriedWork = z.object({
  /** The commit that the work began at, and the work as a git tree. */
  from: oid,
  snapshot: oid,
  /** The commit of the integration branch that the work continues from. */
  onto: oid,
  /** The changes of the integration branch since `from`. */
  theirs: z.object({
    commits: z.array(z.string()),
    files: z.array(z.string()),
    patch: z.string(),
    /** Whether part of these changes is left out. */
    cut: z.boolean(),
  }),
  /**
   * True if `onto` contains work that is not in the person's branch and whose worker had read text from
   * outside; else absent.
   */
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
    /** `null` if a guild member carries out the commission, because the hall does not sandbox members. */
    sandbox: sandboxLevel.nullable(),
    limits,
    /**
     * The commission's branch in the project's repository; absent if the commission works in a plain
     * directory, or if an earlier dispatch has decided the branch.
     */
    tree: treePlan.optional(),
    /** The checks that decide whether the work is done; absent if there are none. */
    checks: z.array(acceptanceCheck).optional(),
    /**
     * True if the worker changes no files of the project except documents: then a check that also fails
     * without the work does not refute the work. Only the first dispatch has this field.
     */
    readOnly: z.boolean().optional(),
    /**
     * Commits that the commission's base has and the person's branch lacks, and whose worker had read text
     * from outside. Absent if there are none.
     */
    marked: z.array(oid).optional(),
    /** The destination of the finished work. Only the first dispatch of a commission with a branch has this field. */
    land: landMode.optional(),
    /** The place of the commission's record; if this is absent, it is kept with the work (`commit`). */
    record: recordMode.optional(),
    /** How the commits of the work look; absent if the settings do not say. */
    commit: commitSettings.optional(),
    /**
     * The commit of the person's branch whose instructions the worker is told. Only the first dispatch of a commission
     * with a branch may have this field.
     */
    instructions: instructionsPlan.optional(),
    /**
     * The hosts that the worker's commands may reach, unless it is given memory with words of strangers. Absent if there
     * are none. Only the first dispatch may have this field.
     */
    shell: z.array(allowedHost).optional(),
  }),
  z.object({ type: z.literal("workbench.starting"), bench: z.int().positive() }),
  z.object({
    type: z.literal("workbench.lost"),
    bench: z.int().positive(),
    /** False if the workbench never took its lock, so that no session can have begun. */
    began: z.boolean(),
    message: z.string(),
    /**
     * True if the disk could not be written when the workbench wanted to record its end. Absent in lines of older
     * releases.
     */
    storage: z.boolean().optional(),
    /**
     * True if the hall killed the workbench because it did not take its lock in time. Absent in lines of older
     * releases.
     */
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
  /** The workbench is to stop, and the next hall is to resume the commission. */
  z.object({ type: z.literal("stop.requested"), by: z.string() }),
  z.object({ type: z.literal("finish.planned"), plan: finishPlan }),
  /**
   * A commit is ready, and the hall is about to move the integration branch to it. A later event of this type replaces
   * this one.
   */
  z.object({ type: z.literal("merge.planned"), into: branchName, expected: oid, commit: oid, tip: oid }),
  /**
   * The integration branch is not at the commit that the plan expects, so the plan is dropped and the hall decides
   * again.
   */
  z.object({ type: z.literal("finish.withdrawn"), reason: z.string() }),
  z.object({
    type: z.literal("finish.applied"),
    artifacts: z.array(z.string()),
    problems: z.array(z.string()),
    /** Only for a chore. */
    chore: choreOutcome.optional(),
    /** Only for a commission with a worktree. */
    tree: treeOutcome.optional(),
    /** The SHA-256 of each artifact, by its path. Absent if there are none, or in lines of older releases. */
    hashes: z.record(z.string(), z.string()).optional(),
  }),
  /**
   * A person answered a question of the commission. Questions are counted from 1. An answer may come at any time, even
   * after the end.
   */
  z.object({
    type: z.literal("question.answered"),
    number: z.int().positive(),
    answer: z.string(),
    by: z.string(),
    /** The files that came with the answer; absent if there are none. */
    attachments: z.array(attachment).optional(),
  }),
  ...noteBodies,
  completed.omit({ status: true }).extend({ type: z.literal("commission.completed") }),
  failed.omit({ status: true }).extend({ type: z.literal("commission.failed") }),
  cancelled.omit({ status: true }).extend({ type: z.literal("commission.cancelled") }),
  ...landingBodies,
] as const;

/** The fields of `CopiedFact`. */
const origin = { bench: z.int().positive(), benchSeq: z.int().positive(), at: z.string() };

export type HallEventBody = z.infer<(typeof hallBodies)[number]>;
export type TakenFactBody = CopiedFact<FactBody>;
export type EventBody = HallEventBody | TakenFactBody;

/**
 * The fields that every line has. Older releases wrote format 1. Lines of format 2 form a hash chain: each ends with a
 * hash of itself and of the line before it.
 */
export interface Stamp {
  v: 1 | 2;
  seq: number;
  at: string;
}
export type LedgerEvent = EventBody & Stamp;

const stamp = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
const withStamp = (body: z.ZodObject) => body.extend(stamp);
const withOrigin = (body: z.ZodObject) => body.extend({ ...origin, ...stamp });

/**
 * Each event type has one complete schema, because trying several and intersecting their parts takes five times as long
 * per line.
 */
export const ledgerEvent = z.discriminatedUnion("type", [
  withStamp(hallBodies[0]),
  ...hallBodies.slice(1).map(withStamp),
  ...factBodies.map(withOrigin),
]) as unknown as z.ZodType<LedgerEvent>;

export const hallEventTypes: readonly string[] = hallBodies.map((b) => b.shape.type.value);
export const factTypes: readonly string[] = factBodies.map((b) => b.shape.type.value);
