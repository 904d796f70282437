// What is said of a session's end, from what is known of it.
import { describe, expect, test } from "bun:test";
import { findActivationProblem } from "../../guild-members/researcher/session/activation.ts";
import { describeEnding, type SessionFacts } from "../../guild-members/researcher/session/ending.ts";

const result = { type: "result" as const, subtype: "success", is_error: false, result: "Done." };
const facts: SessionFacts = {
  stopped: false,
  activation: null,
  result: null,
  exit: { code: 1, signal: null },
  lastWords: "",
  thrown: null,
  limits: { maxTurns: 7, maxBudgetUsd: 2 },
};

describe("an ending", () => {
  test("is the last text of a session that went well", () => {
    expect(describeEnding({ ...facts, result })).toEqual({ how: "finished", finalText: "Done." });
  });

  test.each<[string, Partial<SessionFacts>]>([
    ["The session was stopped.", { stopped: true, result: { ...result, subtype: "error_during_execution" } }],
    ["Not so.", { activation: "Not so.", result }],
    [
      "The job used up its 7 turns before it was done.",
      { result: { ...result, subtype: "error_max_turns", is_error: true } },
    ],
    [
      "The job used up its budget of 2 USD before it was done.",
      { result: { ...result, subtype: "error_max_budget_usd", is_error: true } },
    ],
    [
      "The model did not answer (529): Overloaded",
      {
        result: { ...result, is_error: true, api_error_status: 529, result: "Overloaded" },
        thrown: new Error("less"),
      },
    ],
    [
      "claude refused to start (bypass_root): no",
      { result: { ...result, is_error: true, startup_failure_reason: "bypass_root", errors: ["no"] } },
    ],
    [
      "claude gave up (error_during_execution): x; y",
      { result: { ...result, subtype: "error_during_execution", is_error: true, errors: ["x", "y"] } },
    ],
    ["claude ended without a result (code 1): out of memory", { lastWords: "out of memory" }],
    ["claude ended without a result (SIGKILL).", { exit: { code: null, signal: "SIGKILL" } }],
    ["claude ended without a result: no such file", { exit: null, thrown: new Error("no such file") }],
  ])("is failed: %s", (error, known) => {
    expect(describeEnding({ ...facts, ...known })).toEqual({ how: "failed", error });
  });
});

describe("a session starts as ordered", () => {
  const init = {
    type: "system" as const,
    subtype: "init" as const,
    tools: ["Read", "WebFetch"],
    mcp_servers: [{ name: "own", status: "connected" }],
  };
  test.each([
    [null, { tools: ["WebFetch", "Read"], servers: ["own"] }],
    ["tool Grep is missing", { tools: ["Read", "WebFetch", "Grep"], servers: ["own"] }],
    ["tool WebFetch was not ordered", { tools: ["Read"], servers: ["own"] }],
    ['tool server "other" is missing', { tools: init.tools, servers: ["own", "other"] }],
    ['tool server "own" was not ordered', { tools: init.tools, servers: [] }],
  ])("or it is said why not: %p", (problem, ordered) => {
    const said = findActivationProblem(init, ordered);
    if (problem === null) expect(said).toBeNull();
    else expect(said).toContain(problem);
  });

  test("and with its tool server connected", () => {
    const failed = { ...init, mcp_servers: [{ name: "own", status: "failed" }] };
    expect(findActivationProblem(failed, { tools: init.tools, servers: ["own"] })).toContain(
      '"own" is failed',
    );
  });
});
