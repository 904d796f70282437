// The details of one commission, as the API and the command line show them.
import { z } from "zod";
import { diskUse } from "../api/clean.ts";
import { refusals } from "../api/refusals.ts";
import { attachment } from "./attachments.ts";
import { commissionConfig } from "./commission.ts";
import { returnCause } from "./events.ts";
import { landingDetail } from "./landing.ts";
import { limits } from "./limits.ts";
import { modelChoice } from "./model-choice.ts";
import { commissionSummary, decision } from "./meta.ts";
import { hearing, note } from "./notes.ts";
import { answeredComment } from "./review-comment.ts";
import { commissionId } from "../home/ids.ts";
import { memberName } from "../member/member.ts";
import { choreOutcome } from "../memory/memory.ts";
import { setUpRun } from "../project/set-up.ts";
import { checkResult, treeOutcome, treePlan } from "../project/tree.ts";

/** Why the commission waits, or why the hall cannot follow or finish it; `null` if no reason is known. */
export const waitingFor = z.string().nullable();

export const commissionDetail = commissionSummary.extend({
  waitingFor,
  task: z.string(),
  config: commissionConfig,
  /** The person's settings for the guild member that carries out the commission; `null` if the person gave none. */
  memberConfig: z.record(z.string(), z.unknown()).nullable(),
  /** In the order in which the worker asked them. An answer names a question by its position, from 1. */
  questions: z.array(
    z.object({
      question: z.string(),
      askedAt: z.string(),
      /** A person's latest answer; `null` if the question is unanswered. */
      answer: z.string().nullable(),
      /** When the worker heard that answer; `null` if it has not. Absent in answers of older halls. */
      heard: hearing.nullable().optional(),
    }),
  ),
  /** The words that people said to the commission under way, oldest first. Absent in answers of older halls. */
  notes: z.array(note).optional(),
  /** The later commission that continues the work of this one; `null` if there is none. */
  continuedBy: commissionId.nullable(),
  decisions: z.array(decision.extend({ at: z.string() })),
  /**
   * The branch in the project's repository; `null` if the commission works in a plain directory, or was never
   * dispatched.
   */
  tree: treePlan
    .extend({
      /** The path of the commission's worktree; `null` if the worktree does not exist any more. */
      worktree: z.string().nullable(),
      /** Whether the branch was merged or kept, and where its commits are; `null` if the work is not finished. */
      outcome: treeOutcome.nullable(),
    })
    .nullable(),
  /** The latest run of the project's set-up command, with the hosts of all runs; `null` if it never ran. */
  setup: setUpRun.nullable(),
  /** The evidence of what became of the finished work, and the acts on it; `null` if `landing` is `null`. */
  afterEnd: landingDetail.nullable(),
  /** The note and the comments with which a person sent the earlier work back; `null` if no person did. */
  sentBack: z.object({ note: z.string().nullable(), comments: z.array(answeredComment) }).nullable(),
  /** The result of each check of the finished work, with what the check printed. */
  checks: z.array(checkResult),
  /** The files of the commission, with those of earlier attempts and of answers. Absent in answers of older halls. */
  attachments: z.array(attachment).optional(),
  keepWorktree: z.boolean(),
  /** The limits that the hall granted to the commission; `null` if it was never dispatched. */
  limits: limits.nullable(),
  refusals,
  /** The tool call that has not returned yet; `null` if there is none. */
  runningTool: z.object({ tool: z.string(), since: z.string() }).nullable(),
  /** The latest job at a guild member; `null` if a package carries out the commission, or no job was sent. */
  memberJob: z
    .object({
      member: memberName,
      /** `null` if it is unknown whether the job arrived. */
      jobId: z.string().nullable(),
      /** The names of result files that the hall did not fetch from the member. */
      artifacts: z.array(z.string()),
    })
    .nullable(),
  /** Steps that failed while the hall finished the commission; or the damage to its ledger. */
  problems: z.array(z.string()),
  /**
   * The outcome of a chore: work that the hall created itself, such as condensing memory. `null` if the commission is
   * not a chore, or has not finished.
   */
  choreOutcome: choreOutcome.nullable(),
  /** The model that the latest session began with; `null` if none has begun. */
  model: z.string().nullable(),
  /** The model that the hall chose when it accepted the commission, and why; `null` if an older release did. */
  modelChoice: modelChoice.nullable(),
  bench: z.int(),
  /** Why the commission last went back to wait for another workbench; `null` if it never did. */
  lastLoss: z.object({ at: z.string(), cause: returnCause, message: z.string() }).nullable(),
  /** Why the ledger cannot be read: the other fields then come from files derived from it. Absent if it is readable. */
  damage: z.string().optional(),
  /** The commission's directory. */
  directory: z.string(),
  /** Disk use of that directory; `null` if it was not measured, as in the reply to `create`. */
  disk: diskUse.nullable(),
});
export type CommissionDetail = z.infer<typeof commissionDetail>;
