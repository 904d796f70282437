// Handles worker/dispatch. The job is on disk before the reply. A commission gets one job however often it is sent,
// even if the hall or the member restarts in between.
import { givenOnly } from "../config.ts";
import type { HandlerDeps } from "../handlers.ts";
import { hallJobKey } from "../hall-job.ts";
import type { Job } from "../job.ts";
import { parseDispatch } from "../params.ts";
import type { JobId } from "../store/job-id.ts";

export interface Dispatching extends HandlerDeps {
  /** Jobs that are being created right now, by the hall's name for the commission. */
  dispatching: Map<string, Promise<JobId>>;
}

export async function dispatch(deps: Dispatching, params: unknown): Promise<{ jobId: JobId }> {
  const { description, task, config = {}, _meta } = parseDispatch(params);
  const hall = _meta?.[hallJobKey];
  const order: NewOrder = { description, task, config: givenOnly(config), hall };
  const commission = hall?.commission ?? order.config.hallCommission;
  if (commission === undefined) return { jobId: await accept(deps, order) };
  const known = deps.dispatching.get(commission) ?? deps.store.findCommission(commission)?.id;
  if (known !== undefined) return { jobId: await known };
  const accepted = accept(deps, order).finally(() => deps.dispatching.delete(commission));
  deps.dispatching.set(commission, accepted);
  return { jobId: await accepted };
}

type NewOrder = Pick<Job, "description" | "task" | "config" | "hall">;

async function accept({ store, workshop }: HandlerDeps, order: NewOrder): Promise<JobId> {
  const id = await store.create(order);
  workshop.enqueue(id);
  return id;
}
