// Finds a job by a client's id. A malformed id is refused like an unknown one.
import { quoted, Refusal } from "../refusal.ts";
import type { Entry } from "../store/job-index.ts";
import { parseJobId } from "../store/job-id.ts";
import type { JobStore } from "../store/job-store.ts";

export function getJob(store: JobStore, jobId: string): Entry {
  const id = parseJobId(jobId);
  const entry = id && store.find(id);
  if (!entry) throw unknownJob(jobId);
  return entry;
}

export function unknownJob(jobId: string): Refusal {
  return new Refusal(`There is no job ${quoted(jobId)}. worker/list names those there are.`);
}
