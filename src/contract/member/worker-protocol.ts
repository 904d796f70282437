// The JSON-RPC methods worker/*, through which a guild member takes work. docs/protocol.md specifies them.
import { z } from "zod";

/** The id of a job, chosen by the member; safe as a file name. */
export const jobId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    "expected a job id of at most 128 letters, digits, dots and dashes",
  );

export const jobStatus = z.enum(["running", "completed", "failed", "cancelled"]);
export type JobStatus = z.infer<typeof jobStatus>;

/** The largest inputs that a member accepts, and the largest replies that the hall reads. */
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

/**
 * Returns a schema for a list of at most `most` items. It counts the items before it parses any, because the errors for
 * millions of bad items would fill the memory.
 */
function listOf<T extends z.ZodType>(item: T, most: number) {
  return z.array(z.unknown()).max(most).pipe(z.array(item));
}

/**
 * The key of `params._meta` under which the hall sends its own fields with a job. They are not in `config`, which holds
 * only the person's settings.
 */
export const jobMetaKey = "dev.guild-hall/job";

const jobBounds = z.object({
  maxTurns: z.int().optional(),
  maxBudgetUsd: z.number().optional(),
  maxSeconds: z.int().optional(),
});

export const jobMeta = z.object({
  /** The hall's name for the job. A second request with the same name means the same job, not another one. */
  commission: z.string(),
  /** True if a script plays the model. */
  rehearsed: z.boolean().optional(),
  model: z.string().optional(),
  /** The limits that a person set for this commission; they replace the member's own. */
  limits: jobBounds.optional(),
  /** The hall's upper bounds for the job, which the member's own limits cannot exceed. */
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
/**
 * The header that marks model requests made for a job but outside its own conversation, such as those that condense
 * memory.
 */
export const purposeHeader = "x-guild-purpose";
/**
 * The extension that a member declares in its reply to `initialize`: it implements worker/*, and with `artifact: true`
 * also worker/artifact.
 */
export const workerExtension = "dev.guild-hall/worker";
/**
 * In version 2 of the protocol the hall's own fields are in `params._meta`. A member that declares version 1 reads them
 * from `config`.
 */
export const workerVersion = { now: "2", fieldsInConfig: "1" } as const;

/** The most that the hall fetches of the files that a member's job produced. */
export const keptArtifacts = {
  files: 100,
  fileBytes: 8 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  /** The time in which all of them must be fetched. */
  ms: 120_000,
} as const;
