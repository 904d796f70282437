// Keeps the jobs of this member: their files, the index over them, and the order of writes.
import type { Decision, Job } from "../job.ts";
import { listArtifacts, readArtifact } from "./artifacts.ts";
import { parseDecisions } from "./decisions-file.ts";
import { missing, replaceFile } from "./durable.ts";
import { createJobIndex, type Entry, type JobIndex } from "./job-index.ts";
import { type JobId, newJobId, type JobPlaces, placesOf } from "./job-id.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import { layOutJob, removeJob } from "./lay-out-job.ts";
import { formatMeta, isOver, type Meta } from "./meta.ts";
import { parseQuestions } from "./questions-file.ts";
import { readRegular } from "./seen-file.ts";

export interface JobStore extends Omit<JobIndex, "all"> {
  all(): Entry[];
  places(id: JobId): JobPlaces;
  create(job: Pick<Job, "description" | "task" | "config" | "hall">): Promise<JobId>;
  /** Runs the operations on one job one after another. */
  inLane: Lanes["in"];
  /**
   * Changes meta.json; to be called only within the job's lane (`inLane`). Leaves a job that is over unchanged. Returns
   * `undefined` if the job is unknown.
   */
  change(id: JobId, change: (meta: Meta) => Meta): Promise<Meta | undefined>;
  /** Removes the job; to be called only within its lane (`inLane`). */
  remove(id: JobId): Promise<void>;
  /** Returns `undefined` if there is no such file. */
  read(path: string): string | undefined;
  questions(id: JobId): string[] | null;
  decisions(id: JobId): Decision[] | null;
  artifacts(id: JobId): string[] | null;
  artifact(id: JobId, path: string): Buffer | undefined;
}

export interface StoreDeps {
  /** The directory of the jobs, which must exist. */
  jobs: string;
  now(): string;
}

export function createJobStore({ jobs, now }: StoreDeps): JobStore {
  const index = createJobIndex(jobs);
  const places = (id: JobId) => placesOf(jobs, id);
  return {
    ...index,
    places,
    create: async (job) => {
      const id = newJobId();
      await layOutJob(jobs, { ...job, id, startedAt: now() });
      return id;
    },
    inLane: createLanes().in,
    change: (id, change) => changeMeta(index, { id, path: places(id).meta, change }),
    remove: (id) => removeJob(jobs, id),
    read: readText,
    questions: (id) => orNull(parseQuestions(readText(places(id).questions) ?? "")),
    decisions: (id) => orNull(parseDecisions(readText(places(id).decisions) ?? "[]") ?? []),
    artifacts: (id) => listArtifacts(places(id)),
    artifact: (id, path) => readArtifact(places(id), path),
  };
}

interface Change {
  id: JobId;
  path: string;
  change(meta: Meta): Meta;
}

async function changeMeta(index: JobIndex, { id, path, change }: Change): Promise<Meta | undefined> {
  const entry = index.find(id);
  if (!entry || isOver(entry.meta.status)) return entry?.meta;
  const next = change(entry.meta);
  await replaceFile(path, formatMeta(next));
  return next;
}

/** More than any file of a job that is within the limits. */
const mostBytes = 16 * 1024 * 1024;

function readText(path: string): string | undefined {
  try {
    return readRegular(path, mostBytes)?.toString("utf8");
  } catch (error) {
    return missing(error);
  }
}

function orNull<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null;
}
