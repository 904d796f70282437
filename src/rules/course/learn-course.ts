// Applies one fact of a workbench's journal to the course of its run.
import { type CourseFact, courseFacts, type CopiedFact } from "../../contract/course/course-facts.ts";
import type { TakenFactBody } from "../../contract/commission/events.ts";
import { allHosts } from "../network/hosts.ts";
import { bringsStrangersWords } from "../project/taint.ts";
import { wordOf } from "../show/latest-word.ts";
import { cutOffCalls, learnOfCall } from "./calls.ts";
import type { Course } from "./course.ts";
import { chargeLost } from "./lost-requests.ts";
import { learnOfRequest } from "./requests.ts";
import { heardFrom, heardMs, withoutTime } from "./work-time.ts";

const courseTypes: ReadonlySet<string> = new Set(courseFacts.flatMap((each) => [...each.shape.type.values]));

/** Whether any run may have such a fact. The others belong to one kind of work, which learns from them itself. */
export function isOfCourse<F extends { type: string }>(fact: F): fact is F & CopiedFact<CourseFact> {
  return courseTypes.has(fact.type);
}

export function learnCourse<C extends Course>(course: C, fact: CopiedFact<CourseFact>): C {
  const noticed = notice(course, fact);
  return { ...noticed, ...learnOf(noticed, fact) };
}

/** Records what a fact of any kind of work shows beside its content: whether strangers spoke, and what was said last. */
export function notice<C extends Course>(course: C, fact: TakenFactBody): C {
  const timed = withoutTime(course, asideMs(fact));
  const latest = wordOf(fact) ?? timed.latest;
  const tainted = timed.tainted || bringsStrangersWords(fact);
  return latest === timed.latest && tainted === timed.tainted ? timed : { ...timed, latest, tainted };
}

/** Returns the time of set-up and checks, which is not the session's. */
function asideMs(fact: TakenFactBody): number {
  return fact.type === "tree.made" ? fact.ms : "run" in fact ? fact.run.ms : 0;
}

function learnOf(course: Course, fact: CopiedFact<CourseFact>): Partial<Course> {
  switch (fact.type) {
    case "bench.started":
      return { ...chargeLost(course, fact.at), ...openBench(course, fact) };
    case "session.started":
      return { sessionId: fact.sessionId, model: fact.model, sandbox: fact.sandbox };
    case "model.sent":
    case "model.answered":
    case "model.failed":
      return learnOfRequest(course, fact);
    case "tool.called":
    case "tool.returned":
    case "effect.begun":
    case "effect.ended":
      return learnOfCall(course, fact);
    case "shell.opened":
      return { shell: { ...course.shell, isOpened: true } };
    case "decision.recorded":
      return { decisions: withDecision(course, fact) };
    case "setup.ran":
      return { setup: setUpOf(course, fact) };
    case "session.ended":
      return endSession(course, fact);
    case "session.resumed":
    case "model.searching":
    case "session.said":
    case "page.fetched":
    case "history.read":
    case "memory.given":
    case "instructions.given":
    case "instructions.added":
    case "attachments.given":
    case "shell.reached":
    case "paths.found":
    case "memory.read":
    case "memory.written":
    case "artifact.written":
    case "tree.made":
      return {};
  }
}

type Of<T extends CourseFact["type"]> = Extract<CopiedFact<CourseFact>, { type: T }>;

/** Records that a process of the workbench has begun. It may take over from an earlier process. */
function openBench(course: Course, fact: Of<"bench.started">): Pick<Course, "process" | "heard"> {
  const { pid, startTime, bootId } = fact;
  return { process: { pid, startTime, bootId }, heard: heardFrom(course, fact) };
}

/**
 * Adds a decision. Ignores a repeated call or repeated words, because a tool may run twice for one call,
 * and a resumed session may repeat itself.
 */
function withDecision({ decisions }: Course, fact: Of<"decision.recorded">): Course["decisions"] {
  const { question, decision, reasoning, at, callKey } = fact;
  const isKnown = decisions.some(
    (known) =>
      known.callKey === callKey ||
      (known.question === question && known.decision === decision && known.reasoning === reasoning),
  );
  return isKnown ? decisions : [...decisions, { question, decision, reasoning, at, callKey }];
}

/**
 * Returns the outcome of the last set-up, with the hosts that all set-ups contacted. All are kept, because
 * the set-up runs again before the checks.
 */
function setUpOf({ setup }: Course, { run, by, on, hosts: asked }: Of<"setup.ran">): Course["setup"] {
  const hosts = setup?.hosts || asked ? allHosts(setup?.hosts ?? [], asked ?? []) : undefined;
  return { ...run, ...(by && { by }), ...(on && { on }), ...(hosts && { hosts }) };
}

function endSession(course: Course, { end, ms }: Of<"session.ended">): Partial<Course> {
  return { end, workedMs: course.workedMs + (ms ?? heardMs(course)), sent: [], ...cutOffCalls(course) };
}
