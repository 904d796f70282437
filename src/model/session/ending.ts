// Decides how a session ended, from everything known when it is over. The order of the tests in
// `classifyEnding` is the order of precedence.
import type { GatewayVerdict, SessionEnd } from "../../contract/course/session-end.ts";
import type { ChildExit } from "../../host/processes/children.ts";
import { clip } from "./facts.ts";
import type { ResultMessage } from "./messages.ts";

export interface ObservedEnding {
  stopped: boolean;
  /** Why the session was not allowed to work. `null` if it started as ordered. */
  activation: string | null;
  verdict: GatewayVerdict | null;
  /** The last result message. It counts more than an error that the SDK may throw after it. */
  result: ResultMessage | null;
  /** The problem with an unreadable line of output. `null` if every line was readable. */
  garbled: string | null;
  started: boolean;
  exit: ChildExit | null;
  thrown: unknown;
  stderrTail: string;
  maxTurns: number;
}

export function classifyEnding(ending: ObservedEnding): SessionEnd {
  if (ending.stopped) return { how: "stopped" };
  if (ending.activation !== null) return { how: "activation", message: ending.activation };
  if (ending.verdict !== null) return ending.verdict;
  if (ending.result !== null) return endOfResult(ending.result, ending);
  if (ending.garbled !== null) return { how: "garbled", message: ending.garbled };
  return endWithoutResult(ending);
}

export function endOfResult(
  result: ResultMessage,
  { started, maxTurns }: Pick<ObservedEnding, "started" | "maxTurns">,
): SessionEnd {
  if (result.startup_failure_reason !== undefined || (result.is_error && !started))
    return { how: "activation", message: startupMessage(result) };
  switch (result.subtype) {
    case "success":
      return result.is_error ? apiFailure(result) : { how: "normal", finalText: result.result ?? "" };
    case "error_max_turns":
      return { how: "turns", limit: maxTurns };
    case "error_max_budget_usd":
      return { how: "budget", limitUsd: result.total_cost_usd ?? 0 };
    default:
      return { how: "died", message: `claude gave up (${result.subtype})${said(result)}` };
  }
}

function apiFailure(result: ResultMessage): SessionEnd {
  const message = clip(result.result ?? "", 2000) || "The model could not be reached.";
  return { how: "api", status: result.api_error_status ?? null, message };
}

function startupMessage(result: ResultMessage): string {
  return `claude refused to start (${result.startup_failure_reason ?? result.subtype})${said(result)}`;
}

function said(result: ResultMessage): string {
  const errors = (result.errors ?? []).join("; ");
  return errors === "" ? "." : `: ${clip(errors, 2000)}`;
}

function endWithoutResult(ending: ObservedEnding): SessionEnd {
  const { exit, started, thrown } = ending;
  if (exit?.signal) return { how: "died", message: `claude was ended by ${exit.signal}${tail(ending)}` };
  // A sandbox reports the signal that killed its program in this way.
  if ((exit?.code ?? 0) > 128)
    return { how: "died", message: `claude was ended by a signal (code ${exit?.code})${tail(ending)}` };
  // Without a signal and before any output, the set-up is wrong, and a retry will not help.
  if (!started) return { how: "activation", message: `claude could not be started${reason(ending)}` };
  if (exit?.code) return { how: "died", message: `claude ended with code ${exit.code}${tail(ending)}` };
  if (exit !== null) return { how: "died", message: `claude ended without a result${tail(ending)}` };
  return { how: "died", message: `claude was lost: ${thrown instanceof Error ? thrown.message : "unknown"}` };
}

function reason(ending: ObservedEnding): string {
  if (ending.stderrTail !== "") return tail(ending);
  if (ending.thrown instanceof Error) return `: ${clip(ending.thrown.message, 2000)}`;
  return ending.exit === null ? "." : `: it ended with code ${ending.exit.code}.`;
}

function tail(ending: ObservedEnding): string {
  return ending.stderrTail === "" ? "." : `; it last said: ${clip(ending.stderrTail, 2000)}`;
}
