// Reads and writes meta.json, the state of a job. Unknown keys are kept, so that a person may add notes of their own.
import { z } from "zod";
import type { JobStatus } from "../job.ts";

const identity = z.object({ pid: z.int(), startTime: z.string(), bootId: z.string() });
export type ProcessIdentity = z.infer<typeof identity>;

const meta = z.looseObject({
  version: z.literal(1),
  jobId: z.string(),
  status: z.enum(["running", "completed", "failed", "cancelled"]),
  description: z.string(),
  /** When the job was accepted; it may have waited for a slot since. */
  startedAt: z.string(),
  completedAt: z.string().nullable(),
  /** Why the job failed; for a completed job, what went wrong after its result was submitted. */
  error: z.string().nullable(),
  /** The member's process that runs or ran the job; `null` while it waits for a slot. */
  process: identity.nullable(),
  /** How the job's session is contained; `null` until it has one. */
  sandbox: z.enum(["bubblewrap", "none"]).nullable(),
  permissionMode: z.string().nullable(),
  readWeb: z.boolean(),
});
export type Meta = z.infer<typeof meta>;

export function newMeta({
  jobId,
  description,
  startedAt,
}: Pick<Meta, "jobId" | "description" | "startedAt">): Meta {
  return {
    version: 1,
    jobId,
    status: "running",
    description,
    startedAt,
    completedAt: null,
    error: null,
    process: null,
    sandbox: null,
    permissionMode: null,
    readWeb: false,
  };
}

export function parseMeta(text: string): Meta | undefined {
  try {
    return meta.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // an editor is writing the file, or it is broken
  }
}

export function formatMeta(value: Meta): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function isOver(status: JobStatus): boolean {
  return status !== "running";
}
