// Begins a job and records its end. The caller does both within the job's lane, in which operations on one
// job run one after another. So a cancellation comes before or after each of them, never during it.
import { parseConfigFile } from "../config.ts";
import { parseHallFile } from "../hall-job.ts";
import type { Ending, RunningJob, StartJob } from "../job.ts";
import { bounds } from "../bounds.ts";
import { replaceFile } from "../store/durable.ts";
import type { JobId } from "../store/job-id.ts";
import type { JobStore } from "../store/job-store.ts";
import { isOver, type ProcessIdentity } from "../store/meta.ts";
import { decideEnding } from "./decide-ending.ts";
import { createJobRecorder } from "./job-recorder.ts";

export interface CarryDeps {
  store: JobStore;
  startJob: StartJob;
  self: ProcessIdentity;
  now(): string;
}

/** The ending of a job that had begun and that no process runs any more. */
export const lost: Ending = {
  how: "failed",
  error: "The member ended or was restarted while this job ran; its session is gone.",
};

/**
 * Records on disk that this process runs the job, then begins it. Returns `null` if the job was over before it began.
 */
export async function begin({ store, startJob, self }: CarryDeps, id: JobId): Promise<RunningJob | null> {
  const meta = await store.change(id, (before) => ({ ...before, process: self }));
  if (!meta || isOver(meta.status)) return null;
  const places = store.places(id);
  const task = store.read(places.task);
  if (task === undefined) throw new Error("its task.md is gone");
  const config = parseConfigFile(store.read(places.config) ?? "");
  const hall = parseHallFile(store.read(places.hall));
  const { description, startedAt } = meta;
  return startJob({ jobId: id, description, task, config, hall, startedAt }, createJobRecorder(store, id));
}

export async function settle(
  { store, now }: Pick<CarryDeps, "store" | "now">,
  { id, ending }: { id: JobId; ending: Ending },
): Promise<void> {
  const meta = store.find(id)?.meta;
  if (!meta || isOver(meta.status)) return;
  const { result } = store.places(id);
  const outcome = decideEnding(ending, { hasResult: store.read(result) !== undefined });
  if (outcome.output !== null)
    await replaceFile(result, outcome.output.slice(0, bounds.outputCharacters).toWellFormed());
  const error = outcome.error?.slice(0, bounds.noteCharacters).toWellFormed() ?? null;
  await store.change(id, (before) => ({ ...before, status: outcome.status, error, completedAt: now() }));
}
