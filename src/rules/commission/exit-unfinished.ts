// Decides what follows the end of a session if no result was submitted and there is nothing to check.
import { passedBy } from "../limits/breach.ts";
import { describeEnding } from "../course/describe-ending.ts";
import {
  type Case,
  completed,
  type Exit,
  failed,
  goBack,
  resumeOr,
  startAgainOr,
  stoppedByPerson,
} from "./exits.ts";
import { isCut, isOfStorage } from "../course/retry.ts";
import { passedWords } from "../limits/passed-limit.ts";

export function decideUnfinished(given: Case): Exit {
  const { record, ending, policy } = given;
  if (record.stopRequested && isCut(ending)) return stoppedByPerson;
  if (isOfStorage(ending)) return goBack(policy);
  switch (ending.how) {
    case "normal":
      return ending.finalText.trim() === ""
        ? failed(ending, "no_result", "The session ended without a result and without a final text.")
        : completed(record, { endedBy: "normal", anomaly: null, trust: "claimed" });
    case "lost":
      return ending.began
        ? resumeOr(given, failed(ending, "crashed", ending.message))
        : startAgainOr(
            { record, ending, policy },
            failed(ending, ending.hung ? "activation" : "crashed", ending.message),
          );
    case "died":
    case "garbled":
      return resumeOr(given, failed(ending, "crashed", ending.message));
    case "stopped":
      return resumeOr(given, failed(ending, "crashed", describeEnding(ending)));
    case "quota":
      return policy.canPause
        ? { next: "pause", until: ending.resetAt, message: ending.message }
        : failed(ending, "quota", `${ending.message} (resets at ${ending.resetAt})`);
    case "turns":
      return failed(
        ending,
        "turns",
        `It reached its limit of turns (${ending.limit}) without submitting a result.`,
      );
    case "budget":
      return failed(
        ending,
        "budget",
        `It spent its budget of $${ending.limitUsd} without submitting a result.`,
      );
    case "wall_clock":
      return failed(ending, "wall_clock", `It was at work for more than ${ending.limitMs / 1000} s.`);
    case "memory":
    case "disk":
    case "files":
      return failed(ending, ending.how, `It ${passedWords({ passed: passedBy(ending) })}.`);
    case "rehearsal":
      return failed(ending, "rehearsal", ending.message);
    case "checked":
      return failed(ending, "no_result", describeEnding(ending));
    case "activation":
      return failed(ending, "activation", ending.message);
    case "setup":
      return failed(ending, "setup", ending.message);
    case "member":
      return failed(ending, "member", ending.message);
    case "api":
      return failed(ending, "api", ending.message);
  }
}
