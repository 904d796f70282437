// Since when a worker has been quiet, where that is long. Pure.
import { duration } from "./say.ts";

const longMs = 120_000;
const minuteMs = 60_000;

interface Silence {
  /** When it last said or called something. */
  since: string;
  startedAt: string | null;
  now: number;
}

/** In whole minutes that have passed, and never longer than it is at work. null: it is not worth a word. */
export function quietFor({ since, startedAt, now }: Silence): string | null {
  const ms = now - Math.max(Date.parse(since), startedAt === null ? 0 : Date.parse(startedAt));
  return ms < longMs ? null : duration(Math.floor(ms / minuteMs) * minuteMs);
}
