// Handles worker/status, which returns the state of a job, read from its files at this moment.
import type { HandlerDeps } from "../handlers.ts";
import type { Decision, JobStatus } from "../job.ts";
import { parseJob } from "../params.ts";
import type { JobId } from "../store/job-id.ts";
import { getJob } from "./get-job.ts";

interface Status {
  jobId: JobId;
  status: JobStatus;
  description: string;
  summary: string | null;
  questions: string[] | null;
  decisions: Decision[] | null;
  error: string | null;
  startedAt: string;
  completedAt: string | null;
}

export async function status({ store, workshop }: HandlerDeps, params: unknown): Promise<Status> {
  const entry = getJob(store, parseJob(params).jobId);
  workshop.tend(entry);
  const { description, error, startedAt, completedAt } = entry.meta;
  return {
    jobId: entry.id,
    status: entry.meta.status,
    description,
    summary: store.summaryOf(entry.id),
    questions: store.questions(entry.id),
    decisions: store.decisions(entry.id),
    error,
    startedAt,
    completedAt,
  };
}
