// Estimates how long a workbench was at work, from the times of its facts.
import type { FactOrigin } from "../../contract/course/course-facts.ts";
import type { Course } from "./course.ts";

type Heard = Pick<Course, "heard">;

/**
 * Estimates how long a workbench was at work, from its first fact to its latest. Used if it did not report
 * the time.
 */
export function heardMs({ heard }: Heard): number {
  return heard === null ? 0 : Math.max(0, Date.parse(heard.last) - Date.parse(heard.first)) || 0;
}

/**
 * Returns the time of the workbench's latest fact. A `bench.started` does not change it, because the gap before it is
 * not time at work.
 */
export function heardBy({ heard }: Heard, { type, at }: { type: string; at: string }): Course["heard"] {
  return type === "bench.started" ? heard : heard && { ...heard, last: at };
}

/** Begins to count at a fact of a process that may take over from an earlier one: the gap does not count. */
export function heardFrom(course: Heard, { at }: Pick<FactOrigin, "at">): Course["heard"] {
  return { first: new Date((Date.parse(at) || 0) - heardMs(course)).toISOString(), last: at };
}

/** Subtracts time that is not the session's, such as that of set-up and checks, from the estimate of `heardMs`. */
export function withoutTime<C extends Heard>(course: C, ms: number): C {
  const { heard } = course;
  if (ms === 0 || heard === null) return course;
  const first = Math.min(Date.parse(heard.first) + ms, Date.parse(heard.last));
  return Number.isNaN(first)
    ? course
    : { ...course, heard: { ...heard, first: new Date(first).toISOString() } };
}
