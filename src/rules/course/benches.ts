// Applies to a course that a workbench starts, that its journal is read, and that it is lost.
import type { FactOrigin } from "../../contract/course/course-facts.ts";
import { cutOffCalls } from "./calls.ts";
import type { Course, LostBench } from "./course.ts";
import { chargeLost } from "./lost-requests.ts";
import { heardBy, heardMs } from "./work-time.ts";

export function startBench<C extends Course>(course: C, { bench, at }: { bench: number; at: string }): C {
  return {
    ...course,
    bench,
    benchSeq: 0,
    process: null,
    heard: null,
    startedAt: course.startedAt ?? at,
    end: null,
    runningTools: [],
    acts: [],
  };
}

/** Whether the fact comes from the latest workbench and was not read before. */
export function isNews({ bench, benchSeq }: Course, fact: Pick<FactOrigin, "bench" | "benchSeq">): boolean {
  return fact.bench === bench && fact.benchSeq > benchSeq;
}

/** Records that this line of the journal was read, before anything is learned from it. */
export function readLine<C extends Course>(course: C, fact: FactOrigin & { type: string }): C {
  return { ...course, benchSeq: fact.benchSeq, heard: heardBy(course, fact) };
}

/**
 * Records that the run waits for another workbench. A request to stop it is fulfilled, because the workbench has ended.
 * Only a death and a start that never began are counted.
 */
export function awaitBench<C extends Course>(course: C, cause: string): C {
  return {
    ...course,
    end: null,
    stopRequested: false,
    resumes: course.resumes + (cause === "crash" ? 1 : 0),
    falseStarts: course.falseStarts + (cause === "start" ? 1 : 0),
  };
}

interface Loss extends Omit<LostBench, "how" | "storage" | "hung"> {
  bench: number;
  at: string;
  storage?: boolean | undefined;
  hung?: boolean | undefined;
}

/** Records that a workbench has ended without a report. Ignores that of an earlier one, or of one that did report. */
export function loseBench<C extends Course>(course: C, loss: Loss): C {
  const { bench, at, began, message, storage = false, hung = false } = loss;
  if (bench !== course.bench || course.end !== null) return course;
  const workedMs = course.workedMs + heardMs(course);
  const end: LostBench = { how: "lost", began, message, storage, hung };
  return { ...course, ...chargeLost(course, at), end, workedMs, ...cutOffCalls(course) };
}
