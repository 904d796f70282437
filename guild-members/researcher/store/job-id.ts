// Parses job ids and makes the paths of jobs. Only this file turns an id into a path, and only a parsed id.
import { randomUUIDv7 } from "bun";

declare const brand: unique symbol;
export type JobId = string & { readonly [brand]: "JobId" };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns `undefined` if no job of this member can have this id. */
export function parseJobId(text: string): JobId | undefined {
  return uuid.test(text) ? (text as JobId) : undefined;
}

/** Returns a new id. Ids sort by creation time, which is the order of the queue. */
export function newJobId(): JobId {
  return randomUUIDv7() as JobId;
}

export interface JobPlaces {
  directory: string;
  task: string;
  config: string;
  /** Exists only if a hall sent the job. */
  hall: string;
  meta: string;
  status: string;
  result: string;
  questions: string;
  decisions: string;
  artifacts: string;
}

export function placesOf(jobs: string, id: JobId): JobPlaces {
  return placesIn(`${jobs}/${id}`);
}

export function placesIn(directory: string): JobPlaces {
  return {
    directory,
    task: `${directory}/task.md`,
    config: `${directory}/config.json`,
    hall: `${directory}/hall.json`,
    meta: `${directory}/meta.json`,
    status: `${directory}/status.md`,
    result: `${directory}/result.md`,
    questions: `${directory}/questions.md`,
    decisions: `${directory}/decisions.json`,
    artifacts: `${directory}/artifacts`,
  };
}

/**
 * Temporary paths beside the jobs: for a job that is incomplete, and for one that is being deleted. The next start
 * removes both.
 */
export const birthPlace = (jobs: string, id: JobId): string => `${jobs}/.new-${id}`;
export const deathPlace = (jobs: string, id: JobId): string => `${jobs}/.deleted-${id}`;
export const isLeftover = (name: string): boolean => /^\.(new|deleted)-[0-9a-f-]{36}$/.test(name);
