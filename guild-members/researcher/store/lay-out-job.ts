// Creates a job's directory atomically: writes it under a temporary name and renames it.
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import type { Job } from "../job.ts";
import { syncDirectory, writeNew } from "./durable.ts";
import { birthPlace, deathPlace, isLeftover, type JobId, placesIn, placesOf } from "./job-id.ts";
import { formatMeta, newMeta } from "./meta.ts";

export interface NewJob extends Pick<Job, "description" | "task" | "config" | "hall" | "startedAt"> {
  id: JobId;
}

/** Creates the job, which is durable when this resolves. */
export async function layOutJob(jobs: string, job: NewJob): Promise<void> {
  const draft = birthPlace(jobs, job.id);
  const places = placesIn(draft);
  const { description, startedAt } = job;
  try {
    await mkdir(draft, { mode: 0o700 });
    await Promise.all([
      writeNew(places.task, job.task),
      writeNew(places.config, `${JSON.stringify(job.config, null, 2)}\n`),
      ...(job.hall ? [writeNew(places.hall, `${JSON.stringify(job.hall, null, 2)}\n`)] : []),
      writeNew(places.status, ""),
      writeNew(places.meta, formatMeta(newMeta({ jobId: job.id, description, startedAt }))),
    ]);
    await syncDirectory(draft);
    await rename(draft, placesOf(jobs, job.id).directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await syncDirectory(jobs);
}

/**
 * Removes the job. Renames its directory first, so that the job is whole or gone; the next start completes an
 * interrupted removal. Follows no symlink.
 */
export async function removeJob(jobs: string, id: JobId): Promise<void> {
  const away = deathPlace(jobs, id);
  await rename(placesOf(jobs, id).directory, away);
  await syncDirectory(jobs);
  await rm(away, { recursive: true, force: true });
}

export async function sweepLeftovers(jobs: string): Promise<void> {
  const left = (await readdir(jobs)).filter(isLeftover);
  for (const name of left) await rm(`${jobs}/${name}`, { recursive: true, force: true });
}
