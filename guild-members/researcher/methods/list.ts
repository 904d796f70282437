// Handles worker/list, which returns all jobs, or those whose description matches a pattern.
import { compileGlob } from "../glob.ts";
import type { HandlerDeps } from "../handlers.ts";
import type { JobStatus } from "../job.ts";
import { parseList } from "../params.ts";
import type { Entry } from "../store/job-index.ts";
import type { JobId } from "../store/job-id.ts";

interface Listed {
  jobId: JobId;
  status: JobStatus;
  description?: string;
  summary?: string | null;
}

export async function list({ store, workshop }: HandlerDeps, params: unknown): Promise<{ jobs: Listed[] }> {
  const { detail = "simple", filter } = parseList(params);
  const all = store.all();
  workshop.compare(all);
  const wanted = filter === undefined ? all : await select(all, compileGlob(filter));
  const jobs = wanted.map(({ id, meta }): Listed => {
    const simple = { jobId: id, status: meta.status };
    if (detail === "simple") return simple;
    return { ...simple, description: meta.description, summary: store.summaryOf(id) };
  });
  return { jobs };
}

/** Yields to other requests every 100 jobs, because a pattern may be expensive. */
async function select(all: readonly Entry[], isWanted: (description: string) => boolean): Promise<Entry[]> {
  const wanted: Entry[] = [];
  for (const [i, entry] of all.entries()) {
    if (i % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    if (isWanted(entry.meta.description)) wanted.push(entry);
  }
  return wanted;
}
