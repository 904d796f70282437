// meta.json: the short form of one commission, derived from its ledger. Lists are answered from it alone.
import { z } from "zod";
import { createdBy, dependency, sandboxLevel, status, trust } from "./commission.ts";
import { endedBy, failureReason } from "./events.ts";
import { tokens } from "./facts.ts";
import { commissionId, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";
import { compaction } from "../memory/memory.ts";
import { spentHour } from "./spending.ts";
import { branchName, branchState, oid } from "../project/tree.ts";

export const cost = z.object({
  /** null: at least one request went to a model whose price is not known. */
  usd: z.number().nullable(),
  /** A rehearsed cost is what it would have cost; it never enters a sum of spend. */
  rehearsed: z.boolean(),
});
export type Cost = z.infer<typeof cost>;

export const commissionSummary = z.object({
  id: commissionId,
  title: z.string(),
  worker: workerName,
  /** null: it belongs to none. Files of older releases have none. */
  project: projectName.nullable().default(null),
  status,
  /** The worker's latest word on how far it is; of completed work that reported nothing, the first line of its result. */
  summary: z.string().nullable(),
  labels: z.array(z.string()),
  createdBy,
  /** Side work of the hall's own; null: somebody asked for it. */
  chore: compaction.pick({ kind: true, scope: true }).nullable().default(null),
  continues: commissionId.nullable(),
  /** How many have been at this work, with this one. Files of older releases have none. */
  attempt: z.int().positive().default(1),
  /** What must be there before it starts. */
  after: z.array(dependency).default([]),
  /** Its branch in the project's repository; null: it works in a directory of its own, or was never dispatched. */
  branch: z
    .object({
      name: branchName,
      state: branchState,
      /** The branch that its work goes to. */
      into: branchName,
      /** Of a merged one its commit there, else the last of its own branch; null: there is none. */
      commit: oid.nullable(),
    })
    .nullable()
    .default(null),
  /** Of a blocked one, what it waits for, in a sentence each. */
  blockedBy: z.array(z.string()).default([]),
  /** The tree that a person has to approve before its set-up gets the network; null: it waits for none. */
  approve: oid.nullable().default(null),
  rehearsed: z.boolean(),
  trust: trust.nullable(),
  endedBy: endedBy.nullable(),
  error: z.object({ code: failureReason, message: z.string() }).nullable(),
  anomaly: z.string().nullable(),
  /** How the checks of its work came out, the last time they were run; null: none has been. */
  checked: z.object({ passed: z.int().nonnegative(), total: z.int().positive() }).nullable().default(null),
  cancelRequested: z.boolean(),
  turns: z.int(),
  tokens,
  /** Tokens the model held in view at its latest answer. */
  contextTokens: z.int(),
  /** How many its model can hold; null: that is not known, or no session has begun. */
  contextWindow: z.int().positive().nullable().default(null),
  cost,
  /** By the hour, oldest first; empty of a rehearsal. Files of older releases have none, whatever it cost. */
  spent: z.array(spentHour).default([]),
  resumes: z.int(),
  /** When one that was cut off goes on at the earliest; null where none waits for that. */
  resumesAt: z.string().nullable().default(null),
  /** Questions that nobody has answered. */
  openQuestions: z.int(),
  /** The beginning of the first of them. */
  asks: z.string().nullable().default(null),
  /** The beginning of what its worker said, reported or called last; null: nothing yet, or it has ended. */
  latest: z.object({ at: z.string(), text: z.string() }).nullable().default(null),
  /** How many its worker has asked, and when the last; null: none. Files of older releases have none. */
  asked: z.object({ count: z.int().positive(), lastAt: z.string() }).nullable().default(null),
  /** What speaks against its work, cut: which checks failed, or what could not be merged. Files of older releases have none. */
  against: z.string().nullable().default(null),
  sandbox: sandboxLevel.nullable(),
  /** Of a paused one, when its quota is expected back; of a pending one that is to be started again, the earliest time. */
  waitsUntil: z.string().nullable().default(null),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type CommissionSummary = z.infer<typeof commissionSummary>;

export const commissionMeta = z.object({
  version: z.literal(1),
  /** Which line of the ledger this shows. */
  seq: z.int().nonnegative(),
  /** Enough to know that an ended ledger has not changed since, without folding it. */
  ledger: z.object({ bytes: z.int().nonnegative(), lastLineSha256: z.string() }),
  /** Of an ended commission, the SHA-256 of each file that was made from its ledger, by name. Older files have none. */
  files: z.record(z.string(), z.string()).optional(),
  idempotencyKey: z.string().nullable(),
  commission: commissionSummary,
});
export type CommissionMeta = z.infer<typeof commissionMeta>;

/** One entry of decisions.json, which is a list of them. */
export const decision = z.object({ question: z.string(), decision: z.string(), reasoning: z.string() });
export type Decision = z.infer<typeof decision>;
