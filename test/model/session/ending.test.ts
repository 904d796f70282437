// Every way a session can end, and which of several reasons wins.
import { describe, expect, test } from "bun:test";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { classifyEnding, type ObservedEnding } from "../../../src/model/session/ending.ts";
import type { ResultMessage } from "../../../src/model/session/messages.ts";

const quiet: ObservedEnding = {
  stopped: false,
  activation: null,
  verdict: null,
  result: null,
  garbled: null,
  started: true,
  exit: { code: 0, signal: null },
  thrown: null,
  stderrTail: "",
  maxTurns: 7,
};
const result = (fields: Partial<ResultMessage>): ResultMessage => ({
  type: "result",
  subtype: "success",
  is_error: false,
  ...fields,
});
const good = result({ result: "Here it is." });
const failed = { code: 1, signal: null };

const endings: [string, Partial<ObservedEnding>, SessionEnd][] = [
  ["a good result", { result: good }, { how: "normal", finalText: "Here it is." }],
  ["a good result without text", { result: result({}) }, { how: "normal", finalText: "" }],
  [
    "a good result, though the process then failed",
    { result: good, exit: failed, thrown: new Error("exited with code 1") },
    { how: "normal", finalText: "Here it is." },
  ],
  [
    "an API failure, which claude calls a success with an error",
    { result: result({ is_error: true, api_error_status: 500, result: "API Error: 500" }), exit: failed },
    { how: "api", status: 500, message: "API Error: 500" },
  ],
  [
    "an API failure without a status or words",
    { result: result({ is_error: true, api_error_status: null }) },
    { how: "api", status: null, message: "The model could not be reached." },
  ],
  [
    "too many turns",
    { result: result({ subtype: "error_max_turns", is_error: true }), thrown: new Error("max turns") },
    { how: "turns", limit: 7 },
  ],
  [
    "the SDK's own budget",
    { result: result({ subtype: "error_max_budget_usd", is_error: true, total_cost_usd: 2.5 }) },
    { how: "budget", limitUsd: 2.5 },
  ],
  [
    "an error during execution",
    { result: result({ subtype: "error_during_execution", is_error: true, errors: ["a", "b"] }) },
    { how: "died", message: "claude gave up (error_during_execution): a; b" },
  ],
  [
    "output that never fitted its schema",
    { result: result({ subtype: "error_max_structured_output_retries", is_error: true }) },
    { how: "died", message: "claude gave up (error_max_structured_output_retries)." },
  ],
  [
    "a result of a kind that is not known yet",
    { result: result({ subtype: "error_of_tomorrow", is_error: true }) },
    { how: "died", message: "claude gave up (error_of_tomorrow)." },
  ],
  [
    "a refusal to start",
    {
      started: false,
      result: result({
        subtype: "error_during_execution",
        is_error: true,
        startup_failure_reason: "bypass_root",
        errors: ["not as root"],
      }),
    },
    { how: "activation", message: "claude refused to start (bypass_root): not as root" },
  ],
  [
    "a death by signal",
    { exit: { code: null, signal: "SIGKILL" }, stderrTail: "out of memory" },
    { how: "died", message: "claude was ended by SIGKILL; it last said: out of memory" },
  ],
  [
    "a death by signal inside the sandbox, before it said anything",
    { started: false, exit: { code: 137, signal: null } },
    { how: "died", message: "claude was ended by a signal (code 137)." },
  ],
  ["an exit with a code", { exit: failed }, { how: "died", message: "claude ended with code 1." }],
  ["an exit without a result", {}, { how: "died", message: "claude ended without a result." }],
  [
    "an exit at once, with the reason on stderr",
    { started: false, exit: failed, stderrTail: "bwrap: no such directory" },
    {
      how: "activation",
      message: "claude could not be started; it last said: bwrap: no such directory",
    },
  ],
  [
    "a program that is not there",
    { started: false, exit: null, thrown: new Error("ENOENT") },
    { how: "activation", message: "claude could not be started: ENOENT" },
  ],
  ["garbage in the output", { garbled: "not JSON", exit: failed }, { how: "garbled", message: "not JSON" }],
  [
    "a result before the garbage",
    { garbled: "not JSON", result: good },
    { how: "normal", finalText: "Here it is." },
  ],
  [
    "a verdict of the gateway, which outranks the API failure that claude saw",
    {
      verdict: { how: "budget", limitUsd: 5 },
      result: result({ is_error: true, api_error_status: 402, result: "API Error: 402" }),
    },
    { how: "budget", limitUsd: 5 },
  ],
  [
    "a verdict, which outranks a good result",
    { verdict: { how: "rehearsal", message: "turn 2 differs" }, result: good },
    { how: "rehearsal", message: "turn 2 differs" },
  ],
  [
    "an activation that differs, whatever follows",
    { activation: "tool Read is missing", result: good, verdict: { how: "turns", limit: 1 } },
    { how: "activation", message: "tool Read is missing" },
  ],
  ["a stop, whatever follows", { stopped: true, result: good, garbled: "x" }, { how: "stopped" }],
];

describe("a session ends by", () => {
  test.each(endings)("%s", (_name, known, end) => {
    expect(classifyEnding({ ...quiet, ...known })).toEqual(end);
  });
});
