// Cleans up after an earlier process of this member: removes half-made and half-deleted jobs and queues
// waiting ones again. Ends the jobs that had begun, as failed unless they have a result.
import { repairArtifacts } from "../store/artifacts.ts";
import type { Entry } from "../store/job-index.ts";
import type { JobStore } from "../store/job-store.ts";
import { sweepLeftovers } from "../store/lay-out-job.ts";
import { isOver } from "../store/meta.ts";
import { isAlive } from "../store/process-identity.ts";
import { type CarryDeps, lost, settle } from "./carry-out.ts";
import type { Workshop } from "./workshop.ts";

export interface RecoverDeps extends Pick<CarryDeps, "self" | "now"> {
  jobs: string;
  store: JobStore;
  workshop: Workshop;
  log(line: string): void;
}

export async function recover(deps: RecoverDeps): Promise<void> {
  const unfinished = deps.store.all().filter(({ meta }) => !isOver(meta.status));
  refuseIfCarriedOut(deps, unfinished);
  await sweepLeftovers(deps.jobs);
  for (const entry of unfinished)
    await recoverOne(deps, entry).catch((error: unknown) => deps.log(`Job ${entry.id}: ${String(error)}`));
  deps.workshop.compare(deps.store.all());
}

/**
 * Throws if another process still runs one of these jobs. The lock rules that out, unless it was bypassed.
 */
function refuseIfCarriedOut({ self }: RecoverDeps, unfinished: readonly Entry[]): void {
  for (const { id, meta } of unfinished)
    if (meta.process && meta.process.pid !== self.pid && isAlive(meta.process))
      throw new Error(`Process ${meta.process.pid} is still carrying out job ${id}. End it first.`);
}

async function recoverOne(deps: RecoverDeps, { id, meta }: Entry): Promise<void> {
  await repairArtifacts(deps.store.places(id));
  if (meta.process !== null) await deps.store.inLane(id, () => settle(deps, { id, ending: lost }));
}
