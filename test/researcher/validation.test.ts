// What the protocol promises, at the real server with the real claude; only the model is scripted. One test for each kind of
// validation there is. The last kind, that the researcher is a template, is test/guild/members/template.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { internalName } from "../../guild-members/researcher/tool-names.ts";
import * as protocol from "../../src/contract/member/worker-protocol.ts";
import { until } from "../harness/hall.ts";
import { endMembers, type MemberProcess, startMember } from "../harness/members/member-process.ts";
import { countSession } from "../harness/sessions.ts";
import {
  type ModelRequest,
  openScriptedModel,
  type ScriptedModel,
  toolNames,
  type Turn,
} from "../model/session/scripted-model.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { pidsWith } from "./job-rig.ts";

const decision = { question: "Which flows?", decision: "Those in use.", reasoning: "The task names none." };
const use = (tool: string, input: Record<string, unknown>) => ({ tool: internalName(tool), input });

/** By the task of the job that asks. */
const scripts: Record<string, readonly Turn[]> = {
  "Find out how OAuth is used.": [
    {
      use: [
        use("update_summary", { summary: "One of two is read." }),
        use("record_decision", decision),
        use("log_question", { question: "Is a\ndevice flow wanted?" }),
        use("store_memory", { key: "good-sources", content: "The RFCs are a good source." }),
      ],
    },
    {
      use: [use("submit_result", { output: "# OAuth", artifacts: [{ path: "a.csv", content: "a,b\n" }] })],
    },
    { say: "Done." },
  ],
  "Compare two libraries.": [{ say: "The second is better." }],
  "Use up your turns.": [{ use: [use("update_summary", { summary: "Still reading." })] }],
  "Wait for an answer.": [{ hang: true }],
};

function answer({ body }: ModelRequest): Turn {
  const first = JSON.stringify(body.messages.find(({ role }) => role === "user"));
  const [, turns = []] = Object.entries(scripts).find(([task]) => first.includes(task)) ?? [];
  const turn = turns[body.messages.filter(({ role }) => role === "assistant").length] ?? { say: "Done." };
  return { id: `msg_${body.messages.length}`, ...turn };
}

let model: ScriptedModel;
let member: MemberProcess;
/** For all tests of this file, unlike the temporary directories of one. */
const directory = mkdtempSync(join(tmpdir(), "guild-hall-test-"));
const finished = { oauth: "", libraries: "" };

beforeAll(async () => {
  model = await openScriptedModel([answer]);
  const program = "guild-members/researcher/server.ts";
  const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "key-of-the-person" };
  member = await startMember({ directory, program, env });
  finished.oauth = await dispatch("Research auth/OAuth flows", "Find out how OAuth is used.");
  await ended(finished.oauth);
  finished.libraries = await dispatch("Compare libraries", "Compare two libraries.");
  await ended(finished.libraries);
}, 30_000);

afterAll(async () => {
  await member.end("SIGTERM");
  await endMembers();
  await model.close();
  rmSync(directory, { recursive: true, force: true });
});

async function dispatch(description: string, task: string, config?: object): Promise<string> {
  countSession();
  const order = { description, task, ...(config ? { config } : {}) };
  return protocol.dispatchReply.strict().parse(await member.ask("worker/dispatch", order)).jobId;
}

async function statusOf(jobId: string) {
  return protocol.jobStatusReply.strict().parse(await member.ask("worker/status", { jobId }));
}

function ended(jobId: string): Promise<void> {
  return until("the job has ended", async () => (await statusOf(jobId)).status !== "running", 20_000);
}

/** It is at work: the model has been asked. */
async function waiting(): Promise<string> {
  const before = model.requests.length;
  const jobId = await dispatch("Waits", "Wait for an answer.");
  await model.asked(before + 1);
  expect(await statusOf(jobId)).toMatchObject({ status: "running", completedAt: null });
  return jobId;
}

const refusal = (words: string) => ({ code: -32602, message: expect.stringContaining(words) as string });

async function errorOf(method: string, jobId: string) {
  return (await member.call(method, { jobId })).error;
}

const place = (jobId: string) => `${directory}/jobs/${jobId}`;
const listed = async (params: object) =>
  (await member.ask<{ jobs: { jobId: string }[] }>("worker/list", params)).jobs.map(({ jobId }) => jobId);

test("integration: a job is dispatched, keeps its files, and hands in its result", async () => {
  const jobId = finished.oauth;
  expect(readdirSync(place(jobId)).sort()).toEqual([
    "artifacts",
    "config.json",
    "decisions.json",
    "meta.json",
    "questions.md",
    "result.md",
    "status.md",
    "task.md",
  ]);
  const read = (name: string) => readFileSync(`${place(jobId)}/${name}`, "utf8");
  expect(read("task.md")).toBe("Find out how OAuth is used.");
  expect(JSON.parse(read("config.json"))).toEqual({});
  expect(read("status.md")).toBe("One of two is read.");
  expect(read("questions.md")).toBe("# Questions\n\n## Question 1\n\n> Is a\n> device flow wanted?\n");
  expect(JSON.parse(read("decisions.json"))).toEqual([decision]);
  expect(read("result.md")).toBe("# OAuth");
  expect(read("artifacts/a.csv")).toBe("a,b\n");
  const mode = isWithoutSandbox ? ["none", "dontAsk"] : ["bubblewrap", "bypassPermissions"];
  expect(JSON.parse(read("meta.json"))).toEqual({
    version: 1,
    jobId,
    status: "completed",
    description: "Research auth/OAuth flows",
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    completedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    error: null,
    process: expect.objectContaining({ pid: member.pid }) as object,
    sandbox: mode[0],
    permissionMode: mode[1],
    readWeb: false,
  });
});

test("protocol: each method answers in its shape", async () => {
  const { oauth: jobId, libraries } = finished;
  expect(await statusOf(jobId)).toMatchObject({
    summary: "One of two is read.",
    questions: ["Is a\ndevice flow wanted?"],
    decisions: [decision],
  });
  const result = protocol.jobResult.strict().parse(await member.ask("worker/result", { jobId }));
  expect(result).toEqual({ jobId, output: "# OAuth", artifacts: ["artifacts/a.csv"] });
  expect(await member.ask<object>("worker/result", { jobId: libraries })).toEqual({
    jobId: libraries,
    output: "The second is better.",
    artifacts: null,
  });
  expect(await member.ask<object>("worker/list")).toMatchObject({
    jobs: expect.arrayContaining([{ jobId, status: "completed" }]) as object,
  });
  expect(await member.ask<object>("worker/cancel", { jobId })).toEqual({ jobId, status: "completed" });
});

describe("error paths and deletion", () => {
  test("one that is cancelled ends with its processes, has no result, and can be deleted", async () => {
    const jobId = await waiting();
    const mark = `x-guild-job: ${jobId}`;
    expect(pidsWith(mark)).not.toEqual([]);
    expect(await errorOf("worker/delete", jobId)).toEqual(expect.objectContaining(refusal("is running")));
    expect(await errorOf("worker/result", jobId)).toEqual(expect.objectContaining(refusal("still running")));
    const begun = performance.now();
    expect(await member.ask<object>("worker/cancel", { jobId })).toEqual({ jobId, status: "cancelled" });
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(pidsWith(mark)).toEqual([]);
    expect(await errorOf("worker/result", jobId)).toEqual(expect.objectContaining(refusal("was cancelled")));
    expect(await member.ask<object>("worker/delete", { jobId })).toEqual({ jobId, deleted: true });
    expect(existsSync(place(jobId))).toBe(false);
    expect(await errorOf("worker/status", jobId)).toEqual(
      expect.objectContaining(refusal("There is no job")),
    );
  }, 20_000);

  test("one whose session crashes has failed with the reason, and is kept", async () => {
    const jobId = await waiting();
    for (const pid of pidsWith(`x-guild-job: ${jobId}`)) process.kill(pid, "SIGKILL");
    await ended(jobId);
    expect(await statusOf(jobId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("claude ended without a result") as string,
    });
    expect(await errorOf("worker/delete", jobId)).toEqual(
      expect.objectContaining(refusal("failed and is kept")),
    );
    expect(existsSync(place(jobId))).toBe(true);
  }, 20_000);

  test("one that uses up its turns has failed, and says so in its files too", async () => {
    const jobId = await dispatch("Too long", "Use up your turns.", { maxTurns: 1 });
    await ended(jobId);
    const error = "The job used up its 1 turns before it was done.";
    expect(await statusOf(jobId)).toMatchObject({ status: "failed", error, summary: "Still reading." });
    expect(JSON.parse(readFileSync(`${place(jobId)}/meta.json`, "utf8"))).toMatchObject({ error });
    expect(await errorOf("worker/result", jobId)).toEqual(expect.objectContaining(refusal(error)));
  }, 20_000);

  test("one that is completed is deleted for good, and one that nobody knows is refused", async () => {
    const jobId = await dispatch("To be deleted", "Compare two libraries.");
    await ended(jobId);
    expect(await member.ask<object>("worker/delete", { jobId })).toEqual({ jobId, deleted: true });
    expect(existsSync(place(jobId))).toBe(false);
    for (const method of ["status", "result", "cancel", "delete"])
      expect(await errorOf(`worker/${method}`, jobId)).toEqual(
        expect.objectContaining(refusal(`There is no job "${jobId}"`)),
      );
  }, 20_000);
});

test("filter: only jobs whose description fits are listed", async () => {
  expect(await listed({ filter: "*oauth*" })).toEqual([finished.oauth]);
  expect(await listed({ filter: "Compare*", detail: "detailed" })).toEqual([finished.libraries]);
  expect(await listed({ filter: "*nothing*" })).toEqual([]);
});

/** What the model was sent first for a job. */
function firstRequest(jobId: string): ModelRequest | undefined {
  return model.requests.find(({ headers }) => headers["x-guild-job"] === jobId);
}

test("memory: what the first job noted is in the second one's system prompt, and was not in the first's", () => {
  const systemOf = (jobId: string) => JSON.stringify(firstRequest(jobId)?.body.system);
  expect(systemOf(finished.oauth)).not.toContain("The RFCs are a good source.");
  expect(systemOf(finished.libraries)).toContain("> The RFCs are a good source.");
});

test("isolation: the model is offered the reading tools and the internal ones, and nothing that writes", () => {
  const internal = ["log_question", "record_decision", "store_memory", "submit_result", "update_summary"];
  const reading = ["Glob", "Grep", "Read", "WebFetch", "WebSearch"];
  for (const jobId of Object.values(finished))
    expect(toolNames(firstRequest(jobId))).toEqual([...reading, ...internal.map(internalName)]);
});
