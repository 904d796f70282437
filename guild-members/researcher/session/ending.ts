// Describes how a session ended, in a sentence for the person who gave the job.
import type { Ending } from "../job.ts";
import type { JobLimits } from "../job-limits.ts";
import type { ClaudeExit } from "./claude-process.ts";
import type { ResultMessage } from "./messages.ts";

export interface SessionFacts {
  /** Whether the session was stopped before it had a result. */
  stopped: boolean;
  /** Why the session was not allowed to work; `null` if it was. */
  activation: string | null;
  /** The last result. After an error result the SDK also throws, but that error says less. */
  result: ResultMessage | null;
  exit: ClaudeExit | null;
  lastWords: string;
  thrown: unknown;
  limits: JobLimits;
}

export function describeEnding(facts: SessionFacts): Ending {
  if (facts.stopped) return failed("The session was stopped.");
  if (facts.activation !== null) return failed(facts.activation);
  if (facts.result !== null) return endOfResult(facts.result, facts.limits);
  return failed(`claude ended without a result${lastWordsOf(facts)}`);
}

function endOfResult(result: ResultMessage, limits: JobLimits): Ending {
  if (result.startup_failure_reason !== undefined)
    return failed(`claude refused to start (${result.startup_failure_reason})${said(result)}`);
  switch (result.subtype) {
    case "success":
      return result.is_error
        ? failed(apiFailure(result))
        : { how: "finished", finalText: result.result ?? "" };
    case "error_max_turns":
      return failed(`The job used up its ${limits.maxTurns} turns before it was done.`);
    case "error_max_budget_usd":
      return failed(`The job used up its budget of ${limits.maxBudgetUsd} USD before it was done.`);
    default:
      return failed(`claude gave up (${result.subtype})${said(result)}`);
  }
}

/**
 * Describes a request that failed at the model. The SDK labels such a result "success"; only `is_error` says otherwise.
 */
function apiFailure({ result, api_error_status: status }: ResultMessage): string {
  const code = typeof status === "number" ? ` (${status})` : "";
  return `The model did not answer${code}: ${clip(result || "no reason was given")}`;
}

function said({ errors = [] }: ResultMessage): string {
  return errors.length === 0 ? "." : `: ${clip(errors.join("; "))}`;
}

function lastWordsOf({ exit, lastWords, thrown }: SessionFacts): string {
  const how = exit === null ? "" : ` (${exit.signal ?? `code ${exit.code}`})`;
  const words = lastWords || (thrown instanceof Error ? thrown.message : "");
  return words === "" ? `${how}.` : `${how}: ${clip(words)}`;
}

function failed(error: string): Ending {
  return { how: "failed", error };
}

function clip(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)} ...` : text;
}
