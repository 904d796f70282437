// worker/* as the hall asks it: what goes over the wire, and what is made of the answers.
import { afterEach, describe, expect, test } from "bun:test";
import { createJsonRpcClient, type JsonRpcClient } from "../../../src/guild/members/calls/json-rpc-client.ts";
import { createWorkerHandle } from "../../../src/guild/members/calls/worker-handle.ts";
import { answer, clientOf, closeMembers, depsFor, gives, rawMember, reply, says } from "./raw-member.ts";

afterEach(closeMembers);

const job = "3b1c7f0a-1111-4222-8333-444455556666";
const status = {
  jobId: job,
  status: "running",
  description: "Find out",
  summary: null,
  questions: ["Which one?\nThe second?"],
  decisions: [{ question: "a", decision: "b", reasoning: "c" }],
  error: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  completedAt: null,
};
const simple = { jobs: [{ jobId: job, status: "failed" }] };
const detailed = { jobs: [{ jobId: job, status: "completed", description: "d", summary: null }] };
const result = { jobId: job, output: "# Found", artifacts: ["a/b.md"] };

const methods: [string, (client: JsonRpcClient) => Promise<unknown>, object, object][] = [
  [
    "worker/dispatch",
    (client) => client.dispatchWorker({ description: "d", task: "t", config: { maxTurns: 3 } }),
    { description: "d", task: "t", config: { maxTurns: 3 } },
    { jobId: job },
  ],
  ["worker/list", (client) => client.listWorkers({}), { detail: "simple" }, simple],
  [
    "worker/list",
    (client) => client.listWorkersDetailed({ filter: "*Ä*" }),
    { detail: "detailed", filter: "*Ä*" },
    detailed,
  ],
  ["worker/status", (client) => client.workerStatus({ jobId: job }), { jobId: job }, status],
  ["worker/result", (client) => client.workerResult({ jobId: job }), { jobId: job }, result],
  [
    "worker/cancel",
    (client) => client.cancelWorker({ jobId: job }),
    { jobId: job },
    { jobId: job, status: "cancelled" },
  ],
  [
    "worker/delete",
    (client) => client.deleteWorker({ jobId: job }),
    { jobId: job },
    { jobId: job, deleted: true },
  ],
];

describe("a member is asked", () => {
  test.each(methods)(
    "%s, and unknown fields of the answer are dropped",
    async (method, ask, params, back) => {
      const member = await rawMember(gives({ ...back, extra: "field" }));
      expect(await ask(clientOf(member))).toEqual(back as never);
      const [heard] = member.heard;
      expect(heard?.body).toMatchObject({ jsonrpc: "2.0", method, params });
      expect(heard?.head.toLowerCase()).toContain("authorization: bearer open sesame");
      expect(heard?.head).toStartWith("POST /mcp HTTP/1.1");
    },
  );

  test("with an id of its own each time, side by side too", async () => {
    const member = await rawMember((socket, heard) =>
      socket.end(answer(reply(heard, { result: { ...result, jobId: heard.body.params["jobId"] } }))),
    );
    const client = clientOf(member);
    const jobs = ["one", "two", "three", "four"];
    const results = await Promise.all(jobs.map((jobId) => client.workerResult({ jobId })));
    expect(results.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(new Set(member.heard.map(({ body }) => body.id)).size).toBe(4);
  });

  test("where it is now, also when it was started anew in between", async () => {
    const before = await rawMember(gives({ ...result, output: "before" }));
    const after = await rawMember(gives({ ...result, output: "after" }));
    let url = before.url;
    const endpoint = async () => ({ url, secret: "s" });
    const client = createJsonRpcClient({ ...depsFor(""), endpoint });
    expect((await client.workerResult({ jobId: job })).output).toBe("before");
    await before.close();
    url = after.url;
    expect((await client.workerResult({ jobId: job })).output).toBe("after");
  });

  test("past every proxy of the environment", async () => {
    const proxy = await rawMember(says(() => answer("{}")));
    const member = await rawMember(gives(result));
    process.env["HTTP_PROXY"] = proxy.url;
    process.env["http_proxy"] = proxy.url;
    try {
      expect(await clientOf(member).workerResult({ jobId: job })).toEqual(result);
    } finally {
      delete process.env["HTTP_PROXY"];
      delete process.env["http_proxy"];
    }
    expect(proxy.heard).toEqual([]);
  });
});

describe("an answer may come", () => {
  const events = (...data: string[]) => data.map((each) => `event: message\ndata: ${each}\n\n`).join("");
  const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}';
  const asStream = { "content-type": "text/event-stream; charset=utf-8" };

  test.each<[string, (text: string) => Buffer]>([
    [
      "as JSON with its charset",
      (text) => answer(text, { "content-type": 'application/json; charset="UTF-8"' }),
    ],
    ["as a stream of one event", (text) => answer(events(text), asStream)],
    ["as a stream with notifications", (text) => answer(`: hello\n\n${events(note, text, note)}`, asStream)],
    ["as a stream with carriage returns", (text) => answer(`data: ${text}\r\n\r\n`, asStream)],
    [
      "over many lines of a stream",
      (text) => answer(`data: ${text.replaceAll(",", ",\ndata:")}\n\n`, asStream),
    ],
  ])("%s", async (_how, bytes) => {
    const member = await rawMember(says((heard) => bytes(reply(heard, { result }))));
    expect(await clientOf(member).workerResult({ jobId: job })).toEqual(result);
  });

  test("in single bytes, each a chunk of its own", async () => {
    const member = await rawMember((socket, heard) => {
      socket.setNoDelay(true);
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
      const bytes = [...Buffer.from(reply(heard, { result }))];
      const drip = (): void => {
        const byte = bytes.shift();
        if (byte === undefined) return void socket.end("0\r\n\r\n");
        socket.write(Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte]), Buffer.from("\r\n")]), drip);
      };
      drip();
    });
    expect(await clientOf(member).workerResult({ jobId: job })).toEqual(result);
  });
});

describe("a member that does not declare that it takes work", () => {
  test("has no handle, and is never asked", async () => {
    const member = await rawMember(gives({ jobId: job }));
    const deps = depsFor(member.url);
    expect(createWorkerHandle({ ...deps, capabilities: [] })).toBeNull();
    expect(createWorkerHandle({ ...deps, capabilities: ["workers", "Worker"] })).toBeNull();
    expect(member.heard).toEqual([]);
  });

  test("and one that does has all six", async () => {
    const member = await rawMember(
      gives({ ...status, jobs: [], deleted: true, output: "x", artifacts: null }),
    );
    const handle = createWorkerHandle({ ...depsFor(member.url), capabilities: ["paint", "worker"] });
    await handle?.dispatch({ description: "d", task: "t" });
    await handle?.list();
    await handle?.listDetailed({ filter: "*" });
    await handle?.status(job);
    await handle?.result(job);
    await handle?.cancel(job);
    await handle?.delete(job);
    expect(member.heard.map(({ body }) => [body.method, body.params])).toEqual([
      ["worker/dispatch", { description: "d", task: "t" }],
      ["worker/list", { detail: "simple" }],
      ["worker/list", { detail: "detailed", filter: "*" }],
      ["worker/status", { jobId: job }],
      ["worker/result", { jobId: job }],
      ["worker/cancel", { jobId: job }],
      ["worker/delete", { jobId: job }],
    ]);
  });
});
