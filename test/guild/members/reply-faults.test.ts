// Members that answer wrongly, late, too much or not at all. The hall says which one, and goes on.
import { afterEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import {
  JsonRpcHttpError,
  JsonRpcProtocolError,
  JsonRpcTimeoutError,
} from "../../../src/guild/members/calls/rpc-errors.ts";
import { createJsonRpcClient } from "../../../src/guild/members/calls/json-rpc-client.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import {
  answer,
  clientOf,
  closeMembers,
  depsFor,
  failure,
  gives,
  rawMember,
  reply,
  says,
  type Speak,
} from "./raw-member.ts";

afterEach(closeMembers);

const job = "job-1";
const good = { jobId: job, output: "fine", artifacts: null };
const begun = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const events = { "content-type": "text/event-stream" };

type Fault = [string, Speak, typeof JsonRpcHttpError | typeof JsonRpcProtocolError, string];

const faults: Fault[] = [
  ["dies when it is asked", (socket) => socket.destroy(), JsonRpcHttpError, "no complete answer"],
  ["dies in the head of its answer", says(() => "HTTP/1.1 200"), JsonRpcHttpError, "no complete answer"],
  [
    "dies in the middle of its answer",
    says(() => `${begun}content-length: 500\r\n\r\n{"jsonrpc"`),
    JsonRpcHttpError,
    "no complete answer",
  ],
  [
    "dies between two chunks",
    says(() => `${begun}transfer-encoding: chunked\r\n\r\n3\r\n{"j\r\n`),
    JsonRpcHttpError,
    "no complete answer",
  ],
  ["does not speak HTTP", says(() => "SSH-2.0-OpenSSH_9.2\r\n\r\n"), JsonRpcHttpError, "no complete answer"],
  ["answers 500", says(() => answer("oh", {}, 500)), JsonRpcHttpError, "HTTP status 500"],
  ["answers 401", says(() => answer('{"error":"who?"}', {}, 401)), JsonRpcHttpError, "HTTP status 401"],
  ["answers 202 and nothing", says(() => answer("", {}, 202)), JsonRpcHttpError, "HTTP status 202"],
  [
    "gives a result with a status of failure",
    says((heard) => answer(reply(heard, { result: good }), {}, 500)),
    JsonRpcHttpError,
    "HTTP status 500",
  ],
  [
    "replies with the wrong id",
    says((heard) => answer(reply(heard, { id: "7", result: good }))),
    JsonRpcProtocolError,
    "another question",
  ],
  [
    "replies with the id as a number",
    says((heard) => answer(reply(heard, { id: 1, result: good }))),
    JsonRpcProtocolError,
    "not a JSON-RPC 2.0 reply",
  ],
  [
    "replies without an id",
    says(() => answer(JSON.stringify({ jsonrpc: "2.0", result: good }))),
    JsonRpcProtocolError,
    "not a JSON-RPC 2.0 reply",
  ],
  [
    "speaks JSON-RPC 1.0",
    says((heard) => answer(reply(heard, { jsonrpc: "1.0", result: good }))),
    JsonRpcProtocolError,
    "not a JSON-RPC 2.0 reply",
  ],
  [
    "replies with a batch",
    says((heard) => answer(`[${reply(heard, { result: good })}]`)),
    JsonRpcProtocolError,
    "not a JSON-RPC 2.0 reply",
  ],
  [
    "gives a result and an error",
    says((heard) => answer(reply(heard, { result: good, error: { code: 1, message: "x" } }))),
    JsonRpcProtocolError,
    "either a result or an error",
  ],
  [
    "gives neither",
    says((heard) => answer(reply(heard, {}))),
    JsonRpcProtocolError,
    "either a result or an error",
  ],
  [
    "gives an error that is none",
    says((heard) => answer(reply(heard, { error: "no" }))),
    JsonRpcProtocolError,
    "without a code and a message",
  ],
  ["answers in no JSON", says(() => answer("<html>")), JsonRpcProtocolError, "not JSON"],
  ["answers with nothing", says(() => answer("")), JsonRpcProtocolError, "not JSON"],
  ["nests without end", says(() => answer("[".repeat(5_000_000))), JsonRpcProtocolError, "not JSON"],
  [
    "answers in no UTF-8",
    says((heard) => answer(Buffer.from(reply(heard, { result: { ...good, output: "é" } }), "latin1"))),
    JsonRpcProtocolError,
    "not UTF-8",
  ],
  [
    "answers in another type",
    says((heard) => answer(reply(heard, { result: good }), { "content-type": "text/plain" })),
    JsonRpcProtocolError,
    "neither JSON nor a stream",
  ],
  [
    "answers in another charset",
    says((heard) =>
      answer(reply(heard, { result: good }), { "content-type": "application/json; charset=utf-16" }),
    ),
    JsonRpcProtocolError,
    "neither JSON nor a stream",
  ],
  [
    "packs its answer although nobody asked for it",
    says((heard) => answer(gzipSync(reply(heard, { result: good })), { "content-encoding": "gzip" })),
    JsonRpcProtocolError,
    "not packed",
  ],
  [
    "replies twice in one stream",
    says((heard) => answer(`data: ${reply(heard, { result: good })}\n\n`.repeat(2), events)),
    JsonRpcProtocolError,
    "2 replies",
  ],
  [
    "ends its stream without a reply",
    says(() => answer(": hello\n\n", events)),
    JsonRpcProtocolError,
    "0 replies",
  ],
  [
    "ends its stream in the middle of the reply",
    says((heard) => answer(`data: ${reply(heard, { result: good })}\n`, events)),
    JsonRpcProtocolError,
    "0 replies",
  ],
  ["replies about another job", gives({ ...good, jobId: "job-2" }), JsonRpcProtocolError, "another job"],
];

describe("a member that", () => {
  test.each(faults)("%s", async (_what, speak, kind, words) => {
    const member = await rawMember(speak);
    const error = await failure(clientOf(member).workerResult({ jobId: job }));
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toStartWith('Guild member "scribe" was asked worker/result: ');
    expect(error.message).toContain(words);
    expect(error).toMatchObject({ member: "scribe", method: "worker/result" });
    expect(member.heard).toHaveLength(1); // nothing is asked twice behind the caller's back
  });

  test("is not there is named", async () => {
    const member = await rawMember(gives(good));
    await member.close();
    const error = await failure(clientOf(member).workerResult({ jobId: job }));
    expect(error).toBeInstanceOf(JsonRpcHttpError);
    expect(error).toMatchObject({ status: null, member: "scribe" });
  });

  test("cannot be started is named in the words of whoever tried", async () => {
    const endpoint = () => Promise.reject(new Error('Guild member "scribe" did not start.'));
    const client = createJsonRpcClient({ ...depsFor(""), endpoint });
    expect((await failure(client.workerResult({ jobId: job }))).message).toBe(
      'Guild member "scribe" did not start.',
    );
  });

  test("hangs is given 30 seconds, and the connection to it is closed", async () => {
    const clock = createManualClock();
    const left = Promise.withResolvers<void>();
    const member = await rawMember((socket) => socket.on("close", () => left.resolve()));
    const asking = failure(clientOf(member, clock).dispatchWorker({ description: "d", task: "t" }));
    await member.asked;
    clock.advance(29_999);
    expect(clock.pending()).toBe(1);
    clock.advance(1);
    const error = await asking;
    expect(error).toBeInstanceOf(JsonRpcTimeoutError);
    expect(error.message).toBe(
      'Guild member "scribe" was asked worker/dispatch: it did not answer within 30 s.',
    );
    await left.promise;
  });

  test("never comes to the end of its answer is given no longer", async () => {
    const clock = createManualClock();
    const member = await rawMember((socket) => socket.write(`${begun}content-length: 500\r\n\r\n{"jsonrpc"`));
    const asking = failure(clientOf(member, clock).workerStatus({ jobId: job }));
    await member.asked;
    clock.advance(30_000);
    expect(await asking).toBeInstanceOf(JsonRpcTimeoutError);
  });

  test("is asked by somebody who leaves is left, and no timer stays", async () => {
    const clock = createManualClock();
    const leaving = new AbortController();
    const member = await rawMember(() => undefined);
    const asking = failure(clientOf(member, clock).workerStatus({ jobId: job }, leaving.signal));
    await member.asked;
    leaving.abort(new Error("enough"));
    expect((await asking).message).toBe("enough");
    expect(clock.pending()).toBe(0);
  });

  test.each([301, 302, 303, 307, 308])("redirects (%d) is not followed", async (status) => {
    const elsewhere = await rawMember(gives(good));
    const member = await rawMember(says(() => answer("", { location: elsewhere.url }, status)));
    const error = await failure(clientOf(member).workerResult({ jobId: job }));
    expect(error).toBeInstanceOf(JsonRpcHttpError);
    expect(error).toMatchObject({ status });
    expect(elsewhere.heard).toEqual([]);
  });

  test.each([
    "http://example.com/mcp",
    "http://localhost.example.com/mcp",
    "http://10.0.0.1:80/mcp",
    "http://0.0.0.0:80/mcp",
    "http://user:word@127.0.0.1:80/mcp",
    "https://127.0.0.1/mcp",
    "file:///etc/passwd",
    "",
  ])("says it is at %p is not asked", async (url) => {
    const sent: string[] = [];
    const send = async (outgoing: { url: string }) => {
      sent.push(outgoing.url);
      return new Response();
    };
    const client = createJsonRpcClient({ ...depsFor(url), send });
    const error = await failure(client.workerResult({ jobId: job }));
    expect(error.message).toStartWith('Guild member "scribe" was asked worker/result: ');
    expect(error.message).toContain("its address");
    expect(sent).toEqual([]);
  });

  test.each([200, 400, 404, 500])("refuses with status %d is quoted, with its code", async (status) => {
    const message = `No such job.\n${"x".repeat(10_000)}`;
    const member = await rawMember(
      says((heard) => answer(reply(heard, { error: { code: -32602, message, data: 1 } }), {}, status)),
    );
    const error = await failure(clientOf(member).workerStatus({ jobId: job }));
    expect(error).toBeInstanceOf(JsonRpcProtocolError);
    expect(error).toMatchObject({ refusal: { code: -32602, message: message.slice(0, 4000) } });
    expect(error.message).toContain('it refused with code -32602 and the words "No such job.\\nxxx');
    expect(error.message.length).toBeLessThan(600);
  });

  test("refuses somebody else's question with a status is not taken at its word", async () => {
    const member = await rawMember(
      says((heard) => answer(reply(heard, { id: null, error: { code: 1, message: "x" } }), {}, 403)),
    );
    expect(await failure(clientOf(member).workerStatus({ jobId: job }))).toMatchObject({ status: 403 });
  });
});
