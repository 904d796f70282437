// Whatever is sent to the researcher, it gives a valid reply of JSON-RPC, or none where none is wanted, and goes on.
import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import {
  closeMembers,
  openTestMember,
  type RpcReply,
  type TestMember,
} from "../harness/members/some-member.ts";

afterEach(closeMembers);

interface Answer {
  status: number;
  body: unknown;
}

async function post(member: TestMember, body: BodyInit): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(member.url, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

function failing(code: number, id: RpcReply["id"] = null) {
  return { jsonrpc: "2.0", id, error: { code, message: expect.any(String) } };
}

const list = { jsonrpc: "2.0", id: 1, method: "worker/list" };
const listed = (id: RpcReply["id"] = 1) => ({ jsonrpc: "2.0", id, result: { jobs: [] } });
const bytes = (...values: number[]) => new Uint8Array(values);
const manyBrackets = "[".repeat(200_000);

const bodies: [string, BodyInit, Answer][] = [
  ["nothing", "", { status: 400, body: failing(-32700) }],
  ["no JSON", "hello", { status: 400, body: failing(-32700) }],
  ["half of JSON", JSON.stringify(list).slice(0, -1), { status: 400, body: failing(-32700) }],
  ["bad UTF-8", bytes(0x22, 0xff, 0xfe, 0x22), { status: 400, body: failing(-32700) }],
  ["an overlong slash", bytes(0x22, 0xc0, 0xaf, 0x22), { status: 400, body: failing(-32700) }],
  ["brackets without end", manyBrackets, { status: 400, body: failing(-32700) }],
  ["a number", "7", { status: 400, body: failing(-32600) }],
  ["null", "null", { status: 400, body: failing(-32600) }],
  ["an empty object", "{}", { status: 400, body: failing(-32600) }],
  ["no version", JSON.stringify({ id: 3, method: "worker/list" }), { status: 400, body: failing(-32600, 3) }],
  ["version 1", JSON.stringify({ ...list, jsonrpc: "1.0" }), { status: 400, body: failing(-32600, 1) }],
  [
    "a version that is a number",
    JSON.stringify({ ...list, jsonrpc: 2 }),
    { status: 400, body: failing(-32600, 1) },
  ],
  ["an id that is null", JSON.stringify({ ...list, id: null }), { status: 400, body: failing(-32600) }],
  ["an id that is an object", JSON.stringify({ ...list, id: {} }), { status: 400, body: failing(-32600) }],
  [
    "an id that is no whole number",
    JSON.stringify({ ...list, id: 1.5 }),
    { status: 400, body: failing(-32600, 1.5) },
  ],
  [
    "an id beyond all numbers",
    '{"jsonrpc":"2.0","id":1e999,"method":"worker/list"}',
    { status: 400, body: failing(-32600) },
  ],
  ["no method", JSON.stringify({ jsonrpc: "2.0", id: 1 }), { status: 400, body: failing(-32600, 1) }],
  [
    "a method that is a number",
    JSON.stringify({ ...list, method: 1 }),
    { status: 400, body: failing(-32600, 1) },
  ],
  ["params in a list", JSON.stringify({ ...list, params: ["*"] }), { status: 400, body: failing(-32602, 1) }],
  [
    "params that are a text",
    JSON.stringify({ ...list, params: "*" }),
    { status: 400, body: failing(-32600, 1) },
  ],
  [
    "an unknown method",
    JSON.stringify({ ...list, method: "worker/dance" }),
    { status: 200, body: failing(-32601, 1) },
  ],
  [
    "a method of Object",
    JSON.stringify({ ...list, method: "constructor" }),
    { status: 200, body: failing(-32601, 1) },
  ],
  [
    "a reply",
    JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }),
    { status: 400, body: failing(-32600, 1) },
  ],
  [
    "an id that is a long text",
    JSON.stringify({ ...list, id: "x".repeat(1000) }),
    { status: 200, body: listed("x".repeat(1000)) },
  ],
  ["a byte order mark", `\uFEFF${JSON.stringify(list)}`, { status: 200, body: listed() }],
  [
    "a notification",
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    { status: 202, body: null },
  ],
  ["an empty batch", "[]", { status: 400, body: failing(-32600) }],
  ["a batch of nonsense", "[1, null]", { status: 200, body: [failing(-32600), failing(-32600)] }],
  ["a batch of notifications", '[{"jsonrpc":"2.0","method":"a"}]', { status: 202, body: null }],
  [
    "a batch that is too long",
    JSON.stringify(Array.from({ length: 101 }, () => list)),
    { status: 400, body: failing(-32600) },
  ],
  [
    "a batch of everything",
    JSON.stringify([list, 7, { jsonrpc: "2.0", method: "x" }, list, { ...list, id: "b", method: "nothing" }]),
    { status: 200, body: [listed(), failing(-32600), listed(), failing(-32601, "b")] },
  ],
];

test("each kind of body has its reply", async () => {
  const member = await openTestMember();
  for (const [name, body, answer] of bodies) expect([name, await post(member, body)]).toEqual([name, answer]);
  expect(member.logged).toEqual([]);
});

test("a notification of worker/* does nothing", async () => {
  const member = await openTestMember();
  const params = { description: "A job", task: "Look." };
  const note = { jsonrpc: "2.0", method: "worker/dispatch", params };
  expect((await post(member, JSON.stringify(note))).status).toBe(202);
  expect((await post(member, JSON.stringify([note]))).status).toBe(202);
  expect(await member.ask<object>("worker/list")).toEqual({ jobs: [] });
});

test("4 MB are read; more is refused with 413, however it is sent, and the member goes on", async () => {
  const member = await openTestMember();
  const padded = (size: number) => {
    const start = `{"jsonrpc":"2.0","id":1,"method":"worker/list","params":{"filter":"*"},"x":"`;
    return `${start}${"a".repeat(size - start.length - 2)}"}`;
  };
  const most = 4 * 1024 * 1024;
  expect((await post(member, padded(most))).status).toBe(400); // read whole, and "x" is not known
  expect(await post(member, padded(most + 1))).toEqual({ status: 413, body: failing(-32600) });
  const inPieces = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 10; i += 1) controller.enqueue(new Uint8Array(1024 * 1024));
      controller.close();
    },
  });
  expect(await post(member, inPieces)).toEqual({ status: 413, body: failing(-32600) });
  expect((await post(member, JSON.stringify(list))).body).toEqual(listed());
});

test("the same id from many clients at once: each gets its own reply", async () => {
  const member = await openTestMember({ slots: 1 });
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, i) => member.dispatch({ description: `number ${i}` })),
  );
  const statuses = await Promise.all(
    ids.map((jobId) => member.ask<{ jobId: string }>("worker/status", { jobId })),
  );
  expect(statuses.map(({ jobId }) => jobId)).toEqual(ids);
});

test("a fault of the member is told without its insides, and written to its log", async () => {
  const member = await openTestMember();
  rmSync(`${member.directory}/jobs`, { recursive: true });
  expect((await member.call("worker/list")).error).toEqual({
    code: -32603,
    message: "This member could not do it. Its log says why.",
  });
  expect(member.logged.join()).toContain("worker/list failed: ");
});
