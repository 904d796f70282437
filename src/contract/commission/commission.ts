// A commission as a person requests it, the same request as the ledger records it, and the statuses of a
// commission.
import { z } from "zod";
import { commissionId, label, projectName } from "../home/ids.ts";
import { seconds } from "./limits.ts";
import { modelChoice, modelName } from "./model-choice.ts";
import { askedWorker, workerName } from "../member/member.ts";
import { compactionChore } from "../memory/memory.ts";
import { landMode } from "../project/land-settings.ts";
import { oid } from "../project/tree.ts";
import { attachment, attachmentRefs } from "./attachments.ts";
import { sentBack } from "./review-comment.ts";

export const statuses = [
  "pending",
  "blocked",
  "dispatched",
  "in_progress",
  "paused",
  "completed",
  "failed",
  "cancelled",
] as const;
export const status = z.enum(statuses);
export type Status = z.infer<typeof status>;

export const endedStatuses = ["completed", "failed", "cancelled"] as const;
export type EndedStatus = (typeof endedStatuses)[number];

export function isEndedStatus(value: Status): value is EndedStatus {
  return value === "completed" || value === "failed" || value === "cancelled";
}

export const sandboxLevel = z.enum(["bubblewrap", "process", "none"]);
export type SandboxLevel = z.infer<typeof sandboxLevel>;

/** How far the claim of a completed commission has been checked. */
export const trust = z.enum(["claimed", "verified", "refuted"]);
export type Trust = z.infer<typeof trust>;

/**
 * The mark that every list and view shows for a completed commission: `refuted` if its work was refuted; else
 * `conflict` or `unchanged` if its branch is in that state; else its trust.
 */
export const seal = z.enum([...trust.options, "conflict", "unchanged"]);
export type Seal = z.infer<typeof seal>;

/**
 * The settings that one commission may have. It can only ask for fewer tools than its worker has. Its limits replace
 * those of the worker and the project; only a person may ask for higher ones, and only within the bounds of
 * config.yaml.
 */
export const commissionConfig = z.strictObject(
  {
    maxTurns: z.int().min(1).max(10_000).optional(),
    maxBudgetUsd: z.number().positive().max(10_000).optional(),
    maxSeconds: seconds.optional(),
    model: modelName.optional(),
    tools: z.array(z.string().min(1).max(128)).max(256).optional(),
  },
  {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? `Unrecognized key: ${keys.map((key) => JSON.stringify(key)).join(", ")}. Put the settings of a guild member in memberConfig`
        : undefined,
  },
);
export type CommissionConfig = z.infer<typeof commissionConfig>;

/** The largest `config` that a guild member accepts. */
export const maxMemberConfigBytes = 64 * 1024;

/** A guild member's own settings for one job, as its author documents them. The hall does not interpret them. */
export const memberConfig = z.preprocess(
  refuseLost,
  z
    .record(z.string(), z.unknown(), "expected an object")
    .refine(isSmall, `expected at most ${maxMemberConfigBytes} bytes of JSON`),
);

/** Refuses a top-level `__proto__`, because zod's record drops that key silently. Nested values keep every key. */
function refuseLost(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
    context.addIssue({ code: "custom", message: 'expected no key "__proto__", which cannot be passed on' });
  return value;
}

/**
 * Returns whether the value is small enough as JSON. A value that is nested too deeply to be serialised counts as too
 * large.
 */
function isSmall(value: unknown): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length <= maxMemberConfigBytes;
  } catch {
    return false;
  }
}

export const maxTaskCharacters = 400_000;
export const maxRehearsalCharacters = 500_000;

/** A path relative to the top of a repository, without "." or ".." parts. */
const documentPath = z
  .string()
  .max(1000)
  .regex(
    /^(?!\/)(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\0\n\r]+(?<!\/)$/,
    "expected a commission id, or a path from the top of the repository",
  );

/** The id of a commission, or the path of a document. */
export const dependency = z.union([commissionId, documentPath]);
export type Dependency = z.infer<typeof dependency>;

const requestedCheck = z.strictObject({
  command: z.string().trim().min(1).max(4096),
  timeoutSeconds: seconds.optional(),
});

/** The request as a person sends it. The hall fills in the defaults and adds an id. */
export const commissionRequest = z.strictObject({
  worker: askedWorker,
  task: z.string().trim().min(1, "the task is empty").max(maxTaskCharacters),
  title: z.string().trim().min(1).max(200).optional(),
  /** A name under `projects:` of config.yaml. */
  project: projectName.optional(),
  labels: z.array(label).max(32).optional(),
  rehearsal: z.string().min(1).max(maxRehearsalCharacters).optional(),
  config: commissionConfig.optional(),
  /** Passed unchanged to the guild member as its `config`. Only for commissions that a guild member carries out. */
  memberConfig: memberConfig.optional(),
  /**
   * The commission waits for these before it starts: other commissions, or documents on the project's integration
   * branch.
   */
  after: z.array(dependency).max(64).optional(),
  /** Commands that decide whether the work is done, in addition to the project's own. */
  checks: z.array(requestedCheck).max(32).optional(),
  /** Keeps the worktree after the commission has ended. */
  keepWorktree: z.boolean().optional(),
  /**
   * Starts the commission although the project's own checks fail without its work, because the work is to repair them.
   */
  onRed: z.boolean().optional(),
  /** The destination of the finished work; by default the one that the project sets. */
  land: landMode.optional(),
  /** Files that the worker can read, uploaded before. Only for packages. */
  attachments: attachmentRefs.optional(),
});
export type CommissionRequest = z.infer<typeof commissionRequest>;

export const createdBy = z.enum(["person", "manager", "issue", "rpc", "mcp", "member", "hall"]);
export type CreatedBy = z.infer<typeof createdBy>;

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "expected at most 200 visible ASCII characters");

/** A request as the ledger records it: complete, with every default filled in. */
export const acceptedRequest = z.object({
  id: commissionId,
  worker: workerName,
  title: z.string(),
  task: z.string(),
  /** Absent in lines of older releases. */
  project: projectName.nullable().default(null),
  /**
   * Set if the hall created the commission itself, to condense memory; `null` if a person or a program asked for it.
   */
  chore: compactionChore.nullable().default(null),
  labels: z.array(z.string()),
  rehearsal: z.string().nullable(),
  config: commissionConfig,
  /** Decided once, so that later changes of a default do not matter. Absent in lines of older releases. */
  model: modelChoice.optional(),
  /** Absent if the person gave none. */
  memberConfig: z.record(z.string(), z.unknown()).optional(),
  createdBy,
  continues: commissionId.nullable(),
  /** The number of this attempt: 1, or one more than that of the commission that it continues. */
  attempt: z.int().positive().default(1),
  /** The text about earlier attempts that the worker is given; `null` if there were none. */
  background: z.string().nullable().default(null),
  /**
   * Whether `background` holds text of a worker that had read text from outside, such as web pages. Then this
   * commission counts as having read such text too.
   */
  untrusted: z.boolean().default(false),
  /** The commit to begin at, if the commission continues on the branch of an earlier attempt; else `null`. */
  startAt: oid.nullable().default(null),
  after: z.array(dependency).default([]),
  checks: z.array(requestedCheck).default([]),
  keepWorktree: z.boolean().default(false),
  onRed: z.boolean().default(false),
  /** `null` if the project's setting decides. Absent in lines of older releases. */
  land: landMode.nullable().default(null),
  /** The files of the commission, with those of the attempts before it. Absent if there are none. */
  attachments: z.array(attachment).optional(),
  /** The comments with which a person sent the work of `continues` back; absent if no one did. */
  sentBack: sentBack.optional(),
  /**
   * The caller's `Idempotency-Key`, stored so that a request that is repeated after a restart of the hall finds this
   * commission.
   */
  idempotencyKey: z.string().nullable(),
});
export type AcceptedRequest = z.infer<typeof acceptedRequest>;
