// worker/dispatch: the job is on disk before the reply. What a hall calls its commission makes one job, however often it is
// sent, and whoever was restarted in between.
import { givenOnly } from "../config.ts";
import type { HandlerDeps } from "../handlers.ts";
import type { JobConfig } from "../job.ts";
import { parseDispatch } from "../params.ts";
import type { JobId } from "../store/job-id.ts";

export interface Dispatching extends HandlerDeps {
  /** By what a hall calls its commission: those that are being laid out at this moment. */
  dispatching: Map<string, Promise<JobId>>;
}

export async function dispatch(deps: Dispatching, params: unknown): Promise<{ jobId: JobId }> {
  const { description, task, config = {} } = parseDispatch(params);
  const order: NewOrder = { description, task, config: givenOnly(config) };
  const { hallCommission } = order.config;
  if (hallCommission === undefined) return { jobId: await accept(deps, order) };
  const known = deps.dispatching.get(hallCommission) ?? deps.store.findCommission(hallCommission)?.id;
  if (known !== undefined) return { jobId: await known };
  const accepted = accept(deps, order).finally(() => deps.dispatching.delete(hallCommission));
  deps.dispatching.set(hallCommission, accepted);
  return { jobId: await accepted };
}

interface NewOrder {
  description: string;
  task: string;
  config: JobConfig;
}

async function accept({ store, workshop }: HandlerDeps, order: NewOrder): Promise<JobId> {
  const id = await store.create(order);
  workshop.enqueue(id);
  return id;
}
