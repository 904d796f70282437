// What a session of this worker is ordered with: what it is told, how much it may use, and which doors are closed.
import { describe, expect, test } from "bun:test";
import type { Job } from "../../guild-members/researcher/job.ts";
import type { Containment } from "../../guild-members/researcher/sandbox/containment.ts";
import { jobOrder, questionOrder } from "../../guild-members/researcher/session-orders.ts";
import { sdkOptions } from "../../guild-members/researcher/session/options.ts";
import { internalName, readTools } from "../../guild-members/researcher/tool-names.ts";
import { createKeptRecorder } from "../fakes/job-recorder.ts";

const job: Job = {
  jobId: "job-1",
  description: "A job",
  task: "Find out.",
  config: {},
  startedAt: "2026-01-01T00:00:00.000Z",
};

function ordered(config: Job["config"] = {}, memories = "") {
  const remember = async () => undefined;
  const given = {
    job: { ...job, config },
    recorder: createKeptRecorder(),
    memories: { text: memories, web: false },
  };
  return jobOrder("member", { ...given, remember });
}

function contained(permissionMode: Containment["permissionMode"]): Containment {
  const place = () => {
    throw new Error("not asked for here");
  };
  return { sandbox: permissionMode === "dontAsk" ? "none" : "bubblewrap", permissionMode, place };
}

describe("the system prompt", () => {
  const { systemPrompt, prompt } = ordered({}, "# Memory\n\nWhat was noted.");

  test("says who the worker is and what its report looks like, and the task is the prompt", () => {
    expect(prompt).toBe("Find out.");
    expect(systemPrompt).toContain("You are a researcher.");
    expect(systemPrompt).toContain("structured report");
    for (const part of ["Summary", "Findings", "Open points", "Sources"])
      expect(systemPrompt).toContain(`**${part}**`);
    expect(systemPrompt).toEndWith("# Memory\n\nWhat was noted.");
  });

  test.each(["update_summary", "record_decision", "log_question", "store_memory", "submit_result"])(
    "says when to use %s, by the name that the model sees",
    (tool) => {
      expect(systemPrompt).toMatch(new RegExp(`^- ${internalName(tool)}: .{20,}`, "m"));
    },
  );

  test("names the tools to look with that the job has, and no others", () => {
    for (const tool of readTools) expect(systemPrompt).toContain(`\n- ${tool}: `);
    const narrowed = ordered({ tools: ["WebSearch"] }).systemPrompt;
    expect(narrowed).toContain("\n- WebSearch: ");
    expect(narrowed).not.toMatch(/^- (Read|Grep|Glob|WebFetch): /m);
  });

  test("has nothing about a memory where there is none", () => {
    expect(ordered().systemPrompt).not.toContain("# Memory");
  });
});

test.each([
  [{}, { maxTurns: 150, maxBudgetUsd: 5 }],
  [{ maxTurns: 7 }, { maxTurns: 7, maxBudgetUsd: 5 }],
  [{ maxBudgetUsd: 0.25 }, { maxTurns: 150, maxBudgetUsd: 0.25 }],
])("with the config %j a job may use %j", (config, limits) => {
  expect(sdkOptions(ordered(config), contained("bypassPermissions"))).toMatchObject(limits);
});

const closed = {
  settingSources: [],
  strictMcpConfig: true,
  verbatimPrompts: true,
  persistSession: false,
};

describe("the options of a session", () => {
  test("in the sandbox bypass the permissions, and only the tools that were ordered exist", () => {
    const options = sdkOptions(ordered(), contained("bypassPermissions"));
    expect(options).toMatchObject({
      ...closed,
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      tools: ["Read", "Grep", "Glob", "WebSearch"],
    });
    expect(options).not.toHaveProperty("sandbox");
    expect(options).not.toHaveProperty("model");
  });

  test("without one never ask, approve no reading outside of the directory, and bypass nothing", () => {
    const options = sdkOptions(ordered({ model: "some-model" }), contained("dontAsk"));
    expect(options).toMatchObject({
      ...closed,
      permissionMode: "dontAsk",
      allowedTools: ["mcp__worker-internal", "WebSearch"],
      model: "some-model",
    });
    expect(options).not.toHaveProperty("allowDangerouslySkipPermissions");
  });

  test("that condenses the memory give it one turn and no tool", () => {
    const order = questionOrder("member", { jobId: "job-1", systemPrompt: "Condense.", prompt: "This." });
    expect(sdkOptions(order, contained("dontAsk"))).toMatchObject({ ...closed, tools: [], maxTurns: 1 });
    expect(order.tools).toEqual([]);
  });
});

test("what the worker says goes to its recorder word for word, and blanks are no words", async () => {
  const recorder = createKeptRecorder();
  const { tools } = jobOrder("member", {
    job,
    recorder,
    memories: { text: "", web: false },
    remember: async () => undefined,
  });
  const call = async (name: string, input: object) => {
    const tool = tools.find((each) => each.name === internalName(name));
    return tool?.handle(input, new AbortController().signal);
  };
  const text = "    indented\r\n\n";
  await call("update_summary", { summary: text });
  await call("log_question", { question: text });
  await call("record_decision", { question: text, decision: text, reasoning: text });
  await call("submit_result", { output: text });
  expect(recorder).toMatchObject({
    summaries: [text],
    questions: [text],
    decisions: [{ question: text, decision: text, reasoning: text }],
    results: [{ output: text, artifacts: [] }],
  });
  await expect(call("log_question", { question: " \n" })).rejects.toThrow();
});
