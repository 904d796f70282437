// The acts on finished work after its commission has ended: a person accepts it, sends it back with comments, rejects
// it, or undoes its merge. These acts are recorded after the end, and change neither status nor trust.
import { z } from "zod";
import { attachmentRefs } from "./attachments.ts";
import { commissionConfig, maxRehearsalCharacters } from "./commission.ts";
import { maxAnswerCharacters } from "./follow-up.ts";
import { commissionId } from "../home/ids.ts";
import { landMode } from "../project/land-settings.ts";
import { branchName, checkResult, oid } from "../project/tree.ts";
import { reviewComment } from "./review-comment.ts";

/** The two acts that move the integration branch, after the checks have passed on the result. */
export const landingAct = z.enum(["accept", "undo"]);
export type LandingAct = z.infer<typeof landingAct>;

/**
 * Why an act ended without an effect. `conflict`: the work cannot be merged, or its merge cannot be reverted.
 * `checks`: the result fails its checks. `base`: the integration branch fails the same checks without the work.
 * `setup`: the project's set-up failed. `cancelled`: a person called the act off. `gone`: a branch or commit is not
 * there any more.
 */
export const landingStop = z.enum(["conflict", "checks", "base", "setup", "cancelled", "gone"]);
export type LandingStop = z.infer<typeof landingStop>;

/** Later work on the integration branch that changed the same files. */
const standingWork = z.object({
  commit: oid,
  subject: z.string(),
  /** The commission that made the commit; `null` if its message names none. */
  commission: commissionId.nullable(),
});
export type StandingWork = z.infer<typeof standingWork>;

export const stoppedLanding = z.object({
  act: landingAct,
  cause: landingStop,
  message: z.string(),
  /** Paths that could not be merged. */
  conflicts: z.array(z.string()),
  /** The commits that changed these paths since; only for `undo`. */
  standing: z.array(standingWork),
  checks: z.array(checkResult),
});
export type StoppedLanding = z.infer<typeof stoppedLanding>;

const by = z.string();
const moved = { by, into: branchName, commit: oid, checks: z.array(checkResult) };

/** The lines of a ledger about these acts. All but `landing.returned` follow from a person's act. */
export const landingBodies = [
  /** A person asked for the act. The hall carries it out, even after a restart. */
  z.object({
    type: z.literal("landing.requested"),
    act: landingAct,
    by,
    /** The reason given, if the person rejected merged work, which is thereby undone. */
    reason: z.string().optional(),
  }),
  /** A commit is ready, and the hall is about to move the integration branch to it. The latest such line counts. */
  z.object({
    type: z.literal("landing.planned"),
    act: landingAct,
    into: branchName,
    expected: oid,
    commit: oid,
    checks: z.array(checkResult),
  }),
  /** The act ended without an effect, and the work is where it was. */
  stoppedLanding.extend({ type: z.literal("landing.stopped") }),
  z.object({ type: z.literal("landing.accepted"), ...moved }),
  z.object({ type: z.literal("landing.undone"), ...moved }),
  z.object({
    type: z.literal("landing.sent_back"),
    by,
    /** The commission that continues the work. */
    as: commissionId,
    comments: z.int().nonnegative(),
  }),
  /** The commission that continued the work ended without any or is deleted: this work can be decided on again. */
  z.object({ type: z.literal("landing.returned"), as: commissionId }),
  z.object({ type: z.literal("landing.rejected"), by, reason: z.string().nullable() }),
  /** A person ticked the work as seen, or removed the tick. */
  z.object({ type: z.literal("landing.seen"), by, seen: z.boolean() }),
] as const;
export type LandingBody = z.infer<(typeof landingBodies)[number]>;

/**
 * `ready`: the work waits on its own branch for a person. `merged`: the hall merged it when the commission ended.
 * `accepting`, `undoing`: the hall carries out such an act. `accepted`: a person accepted it, and it is merged.
 * `sent_back`: a later commission continues it. `rejected`: it stays on its branch. `undone`: it was merged, and its
 * merge is reverted.
 */
export const landedState = z.enum([
  "ready",
  "merged",
  "accepting",
  "undoing",
  "accepted",
  "sent_back",
  "rejected",
  "undone",
]);
export type LandedState = z.infer<typeof landedState>;

/** The state of finished work after its commission ended, as lists show it. */
export const landingSummary = z.object({
  mode: landMode,
  state: landedState,
  /** The commit on the integration branch; for `undone`, the one that reverts it; `null` if there is none. */
  commit: oid.nullable(),
  /** Why the last act ended without an effect; `null` if it had one, or there was none. */
  stopped: z.object({ act: landingAct, cause: landingStop, message: z.string() }).nullable(),
  /** Whether a person has ticked the work as seen. */
  seen: z.boolean(),
  /** When the latest act was asked for or took effect; `null` if there was none. */
  at: z.string().nullable(),
});
export type LandingSummary = z.infer<typeof landingSummary>;

/** Why the hall would refuse each act now, in a sentence; `null` if it would not. */
const actRefusal = z.string().nullable();

/** The evidence of what became of finished work, and which acts on it the hall would refuse now. */
export const landingDetail = z.object({
  /** The last act that ended without an effect, with its evidence; `null` if there is none. */
  lastStop: stoppedLanding.extend({ at: z.string() }).nullable(),
  /** The results of the checks with which the work was accepted or undone; empty if there were none. */
  checks: z.array(checkResult),
  /** The reason that was given when the work was rejected, also if that undid its merge; `null` if there is none. */
  reason: z.string().nullable(),
  refusals: z.object({
    accept: actRefusal,
    sendBack: actRefusal,
    reject: actRefusal,
    undo: actRefusal,
  }),
});
export type LandingDetail = z.infer<typeof landingDetail>;

const words = z.string().trim().min(1, "it is empty").max(maxAnswerCharacters);

export const mostComments = 500;

/** Sends finished work back: a new commission continues it, and is given the note and the comments. */
export const sendBackRequest = z.strictObject({
  note: words.optional(),
  comments: z.array(reviewComment).max(mostComments).default([]),
  /** Files that come with the note, uploaded before. Those of the earlier work are kept. */
  attachments: attachmentRefs.optional(),
  rehearsal: z.string().min(1).max(maxRehearsalCharacters).optional(),
  config: commissionConfig.optional(),
});
export type SendBackRequest = z.output<typeof sendBackRequest>;

export const rejectRequest = z.strictObject({ reason: z.string().trim().min(1).max(2000).optional() });
export const seenRequest = z.strictObject({ seen: z.boolean().default(true) });
