// meta.json: the summary of one commission, derived from its ledger. Lists are answered from it alone.
import { z } from "zod";
import { createdBy, dependency, sandboxLevel, status, trust } from "./commission.ts";
import { endedBy, failureReason, type LedgerEvent } from "./events.ts";
import { tokens } from "./facts.ts";
import { commissionId, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";
import { compaction } from "../memory/memory.ts";
import { spentHour } from "./spending.ts";
import { branchName, branchState, oid } from "../project/tree.ts";

export const cost = z.object({
  /** `null` if at least one request went to a model whose price is not known. */
  usd: z.number().nullable(),
  /** A rehearsed cost is what it would have cost; it is never added to the spending. */
  rehearsed: z.boolean(),
});
export type Cost = z.infer<typeof cost>;

export const commissionSummary = z.object({
  id: commissionId,
  title: z.string(),
  worker: workerName,
  /** `null` if it belongs to no project. Absent in files of older releases. */
  project: projectName.nullable().default(null),
  status,
  /** The worker's latest progress report; for completed work without one, the first line of its result. */
  summary: z.string().nullable(),
  labels: z.array(z.string()),
  createdBy,
  /** The hall's own side work; `null` if a person or a program asked for the commission. */
  chore: compaction.pick({ kind: true, scope: true }).nullable().default(null),
  continues: commissionId.nullable(),
  /** How many attempts there have been at this work, including this one. Absent in files of older releases. */
  attempt: z.int().positive().default(1),
  /** Its dependencies, met before it starts: commissions, or documents. */
  after: z.array(dependency).default([]),
  /** Its branch in the project's repository; `null` if it works in a directory of its own, or was never dispatched. */
  branch: z
    .object({
      name: branchName,
      state: branchState,
      /** The branch that its work goes to. */
      into: branchName,
      /** Its commit on `into` once it is merged, else the tip of its own branch; `null` if there is none. */
      commit: oid.nullable(),
    })
    .nullable()
    .default(null),
  /** The reasons why a blocked commission waits, one sentence each. */
  blockedBy: z.array(z.string()).default([]),
  /** The tree that a person has to approve before its set-up gets the network; `null` if no approval is needed. */
  approve: oid.nullable().default(null),
  rehearsed: z.boolean(),
  trust: trust.nullable(),
  endedBy: endedBy.nullable(),
  error: z.object({ code: failureReason, message: z.string() }).nullable(),
  anomaly: z.string().nullable(),
  /** How the checks of its work came out when they last ran; `null` if none has run. */
  checked: z.object({ passed: z.int().nonnegative(), total: z.int().positive() }).nullable().default(null),
  cancelRequested: z.boolean(),
  turns: z.int(),
  tokens,
  /** The size of the model's context at its latest answer, in tokens. */
  contextTokens: z.int(),
  /** The size of its model's context window; `null` if that is not known, or no session has begun. */
  contextWindow: z.int().positive().nullable().default(null),
  cost,
  /** By the hour, oldest first; empty for a rehearsal. Absent in files of older releases, whatever it cost. */
  spent: z.array(spentHour).default([]),
  resumes: z.int(),
  /** The earliest time at which a commission that was cut off resumes; `null` if it waits for no such time. */
  resumesAt: z.string().nullable().default(null),
  /** How many of its questions are unanswered. */
  openQuestions: z.int(),
  /** The beginning of the first unanswered question. */
  asks: z.string().nullable().default(null),
  /** The beginning of the worker's latest message, report or tool call; `null` if there is none, or it has ended. */
  latest: z.object({ at: z.string(), text: z.string() }).nullable().default(null),
  /** How many questions its worker has asked, and when the last; `null` if none. Absent in files of older releases. */
  asked: z.object({ count: z.int().positive(), lastAt: z.string() }).nullable().default(null),
  /** The evidence against its work, shortened: failed checks, or merge conflicts. Absent in files of older releases. */
  against: z.string().nullable().default(null),
  sandbox: sandboxLevel.nullable(),
  /** When the quota of a paused commission is expected back, or the earliest time at which a pending one starts. */
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

export const commissionMeta = z.object({
  version: z.literal(1),
  /** The last ledger line that this reflects. */
  seq: z.int().nonnegative(),
  /** Enough to see that an ended ledger has not changed, without replaying it. */
  ledger: z.object({ bytes: z.int().nonnegative(), lastLineSha256: z.string() }),
  /** For an ended commission: the SHA-256 of each file derived from its ledger, by name. Absent in older files. */
  files: z.record(z.string(), z.string()).optional(),
  idempotencyKey: z.string().nullable(),
  commission: commissionSummary,
});
export type CommissionMeta = z.infer<typeof commissionMeta>;

/** An entry of decisions.json, which is a list of them. */
export const decision = z.object({ question: z.string(), decision: z.string(), reasoning: z.string() });
export type Decision = z.infer<typeof decision>;
