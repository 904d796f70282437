// Job ids and where jobs lie. An id becomes a path only here, and nothing but an id that was parsed does.
import { randomUUIDv7 } from "bun";

declare const brand: unique symbol;
export type JobId = string & { readonly [brand]: "JobId" };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** undefined: no job of ours can have this id. */
export function parseJobId(text: string): JobId | undefined {
  return uuid.test(text) ? (text as JobId) : undefined;
}

/** They sort in the order in which they were made, which is the order of the queue. */
export function newJobId(): JobId {
  return randomUUIDv7() as JobId;
}

export interface JobPlaces {
  directory: string;
  task: string;
  config: string;
  /** Only of a job that a hall sent. */
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

/** Beside the jobs: one that is not whole yet, and one that is being deleted. The next start removes both. */
export const birthPlace = (jobs: string, id: JobId): string => `${jobs}/.new-${id}`;
export const deathPlace = (jobs: string, id: JobId): string => `${jobs}/.deleted-${id}`;
export const isLeftover = (name: string): boolean => /^\.(new|deleted)-[0-9a-f-]{36}$/.test(name);
