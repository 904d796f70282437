// The facts that a workbench or, for a guild member, the hall may write into a commission's journal: those of any run,
// and those that only commissions have. The hall decides what follows from them.
import { z } from "zod";
import { courseFacts } from "../course/course-facts.ts";
import { memberName } from "../member/member.ts";
import { jobId } from "../member/worker-protocol.ts";
import { artifactRef, leftArtifact } from "./artifact-ref.ts";
import { proofFacts } from "./proof-facts.ts";
import { noteFacts } from "./notes.ts";
import { commentOutcome } from "./review-comment.ts";

const callKey = z.string();

const ownFacts = [
  z.object({ type: z.literal("progress.reported"), callKey, summary: z.string() }),
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
  ...noteFacts,
  ...proofFacts,
] as const;

export const factBodies = [...courseFacts, ...ownFacts] as const;

export const factBody = z.discriminatedUnion("type", factBodies);
export type FactBody = z.infer<typeof factBody>;

const line = { v: z.literal([1, 2]), seq: z.int().positive(), at: z.string() };
export const fact = z.discriminatedUnion("type", factBodies).and(z.object(line));
export type Fact = z.infer<typeof fact>;
