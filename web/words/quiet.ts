// Says how long a worker has been quiet, if that is long. Pure.
import { duration } from "./say.ts";

const longMs = 120_000;
const minuteMs = 60_000;

interface Silence {
  /** When the worker last said or called something. */
  since: string;
  startedAt: string | null;
  now: number;
}

/**
 * Returns the time in whole minutes, never longer than the worker has been at work; `null` if it is not worth
 * mentioning.
 */
export function quietFor({ since, startedAt, now }: Silence): string | null {
  const ms = now - Math.max(Date.parse(since), startedAt === null ? 0 : Date.parse(startedAt));
  return ms < longMs ? null : duration(Math.floor(ms / minuteMs) * minuteMs);
}
