// A job by an id that somebody gave. What is no id of ours is refused as one that is not there.
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
