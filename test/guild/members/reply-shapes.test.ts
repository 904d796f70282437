// Results that do not have the shape of their method, one wrong field at a time.
import { afterEach, describe, expect, test } from "bun:test";
import type { JsonRpcClient } from "../../../src/guild/members/calls/json-rpc-client.ts";
import { JsonRpcProtocolError } from "../../../src/guild/members/calls/rpc-errors.ts";
import { clientOf, closeMembers, failure, gives, rawMember } from "./raw-member.ts";

afterEach(closeMembers);

const job = "job-1";

describe("a result that does not fit its method", () => {
  const ask: Record<string, (client: JsonRpcClient) => Promise<unknown>> = {
    "worker/dispatch": (client) => client.dispatchWorker({ description: "d", task: "t" }),
    "worker/list": (client) => client.listWorkers({}),
    "worker/list in detail": (client) => client.listWorkersDetailed({}),
    "worker/status": (client) => client.workerStatus({ jobId: job }),
    "worker/result": (client) => client.workerResult({ jobId: job }),
    "worker/cancel": (client) => client.cancelWorker({ jobId: job }),
    "worker/delete": (client) => client.deleteWorker({ jobId: job }),
  };
  const status = {
    jobId: job,
    status: "running",
    description: "",
    summary: null,
    questions: null,
    decisions: null,
    error: null,
    startedAt: "",
    completedAt: null,
  };
  const wrong: [string, unknown, string][] = [
    ["worker/dispatch", null, "expected object"],
    ["worker/dispatch", { jobId: "" }, "jobId"],
    ["worker/dispatch", { jobId: "../victim" }, "jobId"],
    ["worker/dispatch", { jobId: 7 }, "jobId"],
    ["worker/list", { jobs: null }, "jobs"],
    ["worker/list", { jobs: [{ jobId: job, status: "queued" }] }, "jobs.0.status"],
    ["worker/list in detail", { jobs: [{ jobId: job, status: "running" }] }, "jobs.0.description"],
    ["worker/status", { ...status, status: "done" }, "status"],
    ["worker/status", { ...status, questions: "none" }, "questions"],
    ["worker/status", { ...status, decisions: [{ question: "q" }] }, "decisions.0.decision"],
    ["worker/status", { ...status, startedAt: null }, "startedAt"],
    ["worker/status", { ...status, summary: undefined }, "summary"],
    ["worker/status", { ...status, jobId: "job-2" }, "another job"],
    ["worker/result", { jobId: job, output: ["x"], artifacts: null }, "output"],
    ["worker/result", { jobId: job, output: "x", artifacts: {} }, "artifacts"],
    ["worker/cancel", { jobId: job }, "status"],
    ["worker/cancel", { jobId: "job-2", status: "cancelled" }, "another job"],
    ["worker/delete", { jobId: job, deleted: false }, "deleted"],
    ["worker/delete", { jobId: "job-2", deleted: true }, "another job"],
  ];
  test.each(wrong)("of %s: %j", async (method, result, words) => {
    const member = await rawMember(gives(result));
    const error = await failure(ask[method]?.(clientOf(member)) ?? Promise.resolve());
    expect(error).toBeInstanceOf(JsonRpcProtocolError);
    expect(error.message).toStartWith(`Guild member "scribe" was asked ${method.split(" ")[0]}: `);
    expect(error.message).toContain(words);
  });

  test("names three mistakes of a thousand", async () => {
    const member = await rawMember(gives({ jobs: Array.from({ length: 1000 }, () => ({})) }));
    const error = await failure(clientOf(member).listWorkers({}));
    expect(error.message.length).toBeLessThan(400);
  });
});
