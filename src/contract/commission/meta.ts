// meta.json: the summary of one commission, derived from its ledger, so that lists can be answered without reading
// ledgers.
import { z } from "zod";
import { createdBy, dependency, sandboxLevel, status, trust } from "./commission.ts";
import { endedBy, failureReason, type LedgerEvent } from "./events.ts";
import { tokens } from "../course/model-request.ts";
import { commissionId, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";
import { compaction } from "../memory/memory.ts";
import { landingSummary } from "./landing.ts";
import { spentHour } from "./spending.ts";
import { branchName, branchState, oid } from "../project/tree.ts";

export const cost = z.object({
  /** `null` if at least one request went to a model whose price is not known. */
  usd: z.number().nullable(),
  /**
   * True if a script played the model: then `usd` is what the work would have cost, and is never added to the spending.
   */
  rehearsed: z.boolean(),
});
export type Cost = z.infer<typeof cost>;

export const commissionSummary = z.object({
  id: commissionId,
  title: z.string(),
  worker: workerName,
  /** `null` if the commission belongs to no project. Absent in files of older releases. */
  project: projectName.nullable().default(null),
  status,
  /**
   * The worker's latest progress report or the summary of its submitted result, the later of the two; for
   * completed work with neither, the first line of its final text; `null` if there is none of these.
   */
  summary: z.string().nullable(),
  labels: z.array(z.string()),
  createdBy,
  /**
   * Set if the hall created the commission itself, to condense memory; `null` if a person or a program asked for it.
   */
  chore: compaction.pick({ kind: true, scope: true }).nullable().default(null),
  continues: commissionId.nullable(),
  /**
   * The number of this attempt: 1, or one more than that of the commission that it continues. Absent in files of older
   * releases.
   */
  attempt: z.int().positive().default(1),
  /** The commission waits for these before it starts: other commissions, or documents. */
  after: z.array(dependency).default([]),
  /**
   * The commission's branch in the project's repository; `null` if the commission works in a plain directory, or was
   * never dispatched.
   */
  branch: z
    .object({
      name: branchName,
      state: branchState,
      /** The branch that the work is merged to. */
      into: branchName,
      /**
       * The commit on `into` once the branch is merged, else the tip of the branch; `null` while the
       * commission is not finished, if nothing was changed, or if the branch could not be finished.
       */
      commit: oid.nullable(),
    })
    .nullable()
    .default(null),
  /**
   * The state of the finished work after the end; `null` if there is no such work, or no act on it is possible. Absent
   * in files of older releases.
   */
  landing: landingSummary.nullable().default(null),
  /** How many comments a person sent the work back with, and how many the worker has answered; else `null`. */
  comments: z
    .object({ total: z.int().nonnegative(), answered: z.int().nonnegative() })
    .nullable()
    .default(null),
  /** The reasons why a blocked commission waits, each a phrase such as "waits for ...". */
  blockedBy: z.array(z.string()).default([]),
  /**
   * The git tree that a person has to approve before the project's set-up command may use the network; `null`
   * if no approval is needed.
   */
  approve: oid.nullable().default(null),
  rehearsed: z.boolean(),
  trust: trust.nullable(),
  endedBy: endedBy.nullable(),
  error: z.object({ code: failureReason, message: z.string() }).nullable(),
  anomaly: z.string().nullable(),
  /** How many of the work's checks passed when they last ran; `null` if none has run. */
  checked: z.object({ passed: z.int().nonnegative(), total: z.int().positive() }).nullable().default(null),
  cancelRequested: z.boolean(),
  turns: z.int(),
  tokens,
  /** How many tokens the context of the worker's own conversation had at its latest complete answer. */
  contextTokens: z.int(),
  /** The size of the model's context window, in tokens; `null` if that is not known, or no session has begun. */
  contextWindow: z.int().positive().nullable().default(null),
  cost,
  /**
   * The spending by the hour, oldest first; empty for a rehearsal. Absent in files of older releases, even if the
   * commission cost something.
   */
  spent: z.array(spentHour).default([]),
  resumes: z.int(),
  /** The earliest time at which an interrupted commission resumes; `null` if it does not wait for a time. */
  resumesAt: z.string().nullable().default(null),
  /** How many of the worker's questions are unanswered. */
  openQuestions: z.int(),
  /** The beginning of the first unanswered question; `null` if there is none. */
  asks: z.string().nullable().default(null),
  /**
   * The beginning of the worker's latest message, report, question, decision or tool call; `null` if there is
   * none, or the commission has ended.
   */
  latest: z.object({ at: z.string(), text: z.string() }).nullable().default(null),
  /**
   * How many questions the worker has asked, and when it asked the last one; `null` if it asked none. Absent in files
   * of older releases.
   */
  asked: z.object({ count: z.int().positive(), lastAt: z.string() }).nullable().default(null),
  /**
   * The evidence against the work, shortened: failed checks, or merge conflicts; `null` if there is none. Absent in
   * files of older releases.
   */
  against: z.string().nullable().default(null),
  sandbox: sandboxLevel.nullable(),
  /**
   * When the quota of a paused commission is expected back, or the earliest time at which a pending one starts; else
   * `null`.
   */
  waitsUntil: z.string().nullable().default(null),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type CommissionSummary = z.infer<typeof commissionSummary>;

/** An event of a commission's ledger, with the summary that results from it. */
export interface CommissionChange {
  summary: CommissionSummary;
  event: LedgerEvent;
}

/** The part of `meta.json` that is the same for every kind of thing with a ledger. */
export const ledgerMeta = z.object({
  version: z.literal(1),
  /** The number of the last ledger line that this file reflects. */
  seq: z.int().nonnegative(),
  /**
   * The size of the ledger and the hash of its last line. They show, without replaying it, that an ended commission's
   * ledger has not changed.
   */
  ledger: z.object({ bytes: z.int().nonnegative(), lastLineSha256: z.string() }),
  /** For an ended commission: the SHA-256 of each file derived from its ledger, by name. Absent in older files. */
  files: z.record(z.string(), z.string()).optional(),
  idempotencyKey: z.string().nullable(),
});
export type LedgerMeta = z.infer<typeof ledgerMeta>;

export const commissionMeta = ledgerMeta.extend({ commission: commissionSummary });

/** An entry of decisions.json, which is a list of decisions. */
export const decision = z.object({ question: z.string(), decision: z.string(), reasoning: z.string() });
export type Decision = z.infer<typeof decision>;
