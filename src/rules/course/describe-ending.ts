// Describes in a sentence how a session ended.
import { passedBy } from "../limits/breach.ts";
import { passedWords } from "../limits/passed-limit.ts";
import type { Course } from "./course.ts";

/** An ending as the workbench reported it, or as only the hall can see it. */
export type Ending = NonNullable<Course["end"]>;

/** Returns one plain sentence, meant for endings that were not normal. */
export function describeEnding(ending: Ending): string {
  switch (ending.how) {
    case "normal":
      return "The session ended normally.";
    case "turns":
      return `The session reached its limit of turns (${ending.limit}).`;
    case "budget":
      return `The session spent its budget of $${ending.limitUsd}.`;
    case "wall_clock":
      return `The session was at work for more than ${ending.limitMs / 1000} s.`;
    case "memory":
    case "disk":
    case "files":
      return `The session ${passedWords({ passed: passedBy(ending) })}.`;
    case "stopped":
      return "The session was stopped from outside.";
    case "checked":
      return "The checks of its merge were run, and no session.";
    case "quota":
      return `${ending.message} (resets at ${ending.resetAt})`;
    case "activation":
    case "api":
    case "died":
    case "garbled":
    case "lost":
    case "rehearsal":
    case "member":
    case "setup":
    case "storage":
      return ending.message;
  }
}
