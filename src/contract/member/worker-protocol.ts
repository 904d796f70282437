// worker/*: the methods through which a guild member takes work. docs/protocol.md specifies them.
import { z } from "zod";

/** Chosen by the member; safe as a file name. */
export const jobId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    "expected a job id of at most 128 letters, digits, dots and dashes",
  );

export const jobStatus = z.enum(["running", "completed", "failed", "cancelled"]);
export type JobStatus = z.infer<typeof jobStatus>;

/** The most that a member accepts, and the most that the hall reads of a reply. */
export const workerLimits = {
  descriptionCharacters: 1000,
  taskCharacters: 256 * 1024,
  configBytes: 64 * 1024,
  filterCharacters: 256,
  requestBytes: 4 * 1024 * 1024,
  replyBytes: 16 * 1024 * 1024,
  replyJobs: 200_000,
  replyItems: 10_000,
  callMs: 30_000,
} as const;

/** Counts the items before parsing any, because the issues of millions of bad items would fill the memory. */
function listOf<T extends z.ZodType>(item: T, most: number) {
  return z.array(z.unknown()).max(most).pipe(z.array(item));
}

/** The key of `params._meta` that holds the hall's own fields of a dispatch: `config` belongs to the person alone. */
export const jobMetaKey = "dev.guild-hall/job";

const jobBounds = z.object({
  maxTurns: z.int().optional(),
  maxBudgetUsd: z.number().optional(),
  maxSeconds: z.int().optional(),
});

export const jobMeta = z.object({
  /** The hall's name for the job. A second dispatch with the same name means the same job. */
  commission: z.string(),
  /** A script plays the model. */
  rehearsed: z.boolean().optional(),
  model: z.string().optional(),
  /** The limits that a person set for this commission; they replace the member's own. */
  limits: jobBounds.optional(),
  /** The hall's upper bounds for the job; the member's own limits cannot raise them. */
  ceiling: jobBounds.optional(),
});
export type JobMeta = z.infer<typeof jobMeta>;

export const dispatchParams = z.object({
  description: z.string(),
  task: z.string(),
  config: z.record(z.string(), z.unknown()).optional(),
  _meta: z.object({ [jobMetaKey]: jobMeta.optional() }).optional(),
});
export type DispatchParams = z.infer<typeof dispatchParams>;
export const dispatchReply = z.object({ jobId });

const simpleJob = z.object({ jobId, status: jobStatus });
const detailedJob = simpleJob.extend({ description: z.string(), summary: z.string().nullable() });
export const simpleList = z.object({ jobs: listOf(simpleJob, workerLimits.replyJobs) });
export const detailedList = z.object({ jobs: listOf(detailedJob, workerLimits.replyJobs) });
export type SimpleJob = z.infer<typeof simpleJob>;
export type DetailedJob = z.infer<typeof detailedJob>;

export const jobDecision = z.object({ question: z.string(), decision: z.string(), reasoning: z.string() });

export const jobStatusReply = z.object({
  jobId,
  status: jobStatus,
  description: z.string(),
  summary: z.string().nullable(),
  questions: listOf(z.string(), workerLimits.replyItems).nullable(),
  decisions: listOf(jobDecision, workerLimits.replyItems).nullable(),
  error: z.string().nullable(),
  startedAt: z.string(),
  completedAt: z.string().nullable(),
});
export type JobStatusReply = z.infer<typeof jobStatusReply>;

export const jobResult = z.object({
  jobId,
  output: z.string(),
  artifacts: listOf(z.string(), workerLimits.replyItems).nullable(),
});
export type JobResult = z.infer<typeof jobResult>;

export const cancelReply = z.object({ jobId, status: jobStatus });
export const deleteReply = z.object({ jobId, deleted: z.literal(true) });

/** Reply to worker/artifact, which is optional for members. */
export const artifactReply = z.object({
  jobId,
  /** The path as requested. */
  path: z.string(),
  encoding: z.enum(["utf8", "base64"]),
  content: z.string(),
});
export type ArtifactReply = z.infer<typeof artifactReply>;

/** The part of the `initialize` reply that the hall reads. */
export const greeting = z.looseObject({
  capabilities: z.looseObject({ extensions: z.record(z.string(), z.unknown()).optional() }),
});

/** The JSON-RPC error codes that members use. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** The header with which a model request names its job. */
export const jobHeader = "x-guild-job";
/** Set on requests that are made for a job but are not its own conversation, such as condensing memory. */
export const purposeHeader = "x-guild-purpose";
/** A member's capability at `initialize`: it speaks worker/*, and with `artifact: true` worker/artifact too. */
export const workerExtension = "dev.guild-hall/worker";
/** Version 2: the hall's fields come in `params._meta`. Members that say version 1 read them out of `config`. */
export const workerVersion = { now: "2", fieldsInConfig: "1" } as const;

/** How much the hall keeps of the files that a member's job left. */
export const keptArtifacts = {
  files: 100,
  fileBytes: 8 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  /** Time to fetch all of them. */
  ms: 120_000,
} as const;
