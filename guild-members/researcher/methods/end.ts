// Handles worker/cancel, which ends a running job, and worker/delete, which removes a completed or cancelled
// one.
import type { HandlerDeps } from "../handlers.ts";
import type { JobStatus } from "../job.ts";
import { parseJob } from "../params.ts";
import { Refusal } from "../refusal.ts";
import type { JobId } from "../store/job-id.ts";
import { getJob, unknownJob } from "./get-job.ts";

export async function cancel({ store, workshop }: HandlerDeps, params: unknown) {
  const { id } = getJob(store, parseJob(params).jobId);
  const meta = await workshop.cancel(id);
  if (!meta) throw unknownJob(id);
  return { jobId: id, status: meta.status };
}

export async function remove({ store, workshop }: HandlerDeps, params: unknown) {
  const { id, meta } = getJob(store, parseJob(params).jobId);
  checkDeletable(id, meta.status);
  await workshop.gone(id);
  return store.inLane(id, async () => {
    if (!store.find(id)) throw unknownJob(id); // another request has deleted it meanwhile
    await store.remove(id);
    return { jobId: id, deleted: true };
  });
}

function checkDeletable(id: JobId, status: JobStatus): void {
  if (status === "running") throw new Refusal(`Job ${id} is running. Cancel it before you delete it.`);
  if (status === "failed")
    throw new Refusal(`Job ${id} failed and is kept: only completed and cancelled jobs can be deleted.`);
}
