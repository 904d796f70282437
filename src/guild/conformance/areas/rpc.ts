// Tests how a guild member (an external program that takes jobs from the hall) handles JSON-RPC itself:
// unreadable requests, unknown methods, notifications and batches.
import { rpcCodes, simpleList } from "../../../contract/member/worker-protocol.ts";
import { excerpt, fail, holds, inCase, type ConformanceCheck } from "../check.ts";
import { isRefused, replyOf, resultOf, type Reply } from "../reply.ts";
import { onlyReply, requestOf, type Subject } from "../subject.ts";
import { messagesIn, type WireRequest } from "../wire.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/**
 * Expects exactly one reply, an error with one of the codes. Its id is that of the request, or `null` if the member
 * could not read it.
 */
async function refuses(member: Subject, body: WireRequest["body"], codes: readonly number[]): Promise<void> {
  const messages = messagesIn(await member.send({ body }));
  holds(messages.length === 1, `There are ${messages.length} replies to ${excerpt(String(body))}.`);
  const reply = replyOf(messages[0]);
  holds(reply.id === null || reply.id === 1, `The reply has the id ${JSON.stringify(reply.id)}.`);
  isRefused(reply, codes);
}

const { parse, invalidRequest, unknownMethod, invalidParams } = rpcCodes;
const listing = (id?: string | number) => ({
  jsonrpc: "2.0",
  method: "worker/list",
  ...(id === undefined ? {} : { id }),
});

const unreadable: readonly [name: string, body: WireRequest["body"], codes: readonly number[]][] = [
  ["nothing", "", [parse, invalidRequest]],
  ["half an object", '{"jsonrpc":"2.0","id":1,', [parse]],
  ["words", "hello", [parse]],
  ["a number", "7", [invalidRequest]],
  ["null", "null", [invalidRequest]],
  ["no method", '{"jsonrpc":"2.0","id":1}', [invalidRequest]],
  ["another version", '{"jsonrpc":"1.0","id":1,"method":"worker/list"}', [invalidRequest]],
  ["no version", '{"id":1,"method":"worker/list"}', [invalidRequest]],
  ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":7}', [invalidRequest]],
];

async function silent(member: Subject, body: WireRequest["body"]): Promise<void> {
  const answer = await member.send({ body });
  holds(answer.status < 300, `It is answered with status ${answer.status}.`);
  holds(answer.text.trim() === "", `It is answered: ${excerpt(answer.text)}`);
}

/**
 * Expects one reply for each request of the batch that has an id. A member may also refuse the whole batch with one
 * error.
 */
async function batch(member: Subject): Promise<void> {
  const replies = messagesIn(
    await member.send({ body: JSON.stringify([listing(1), listing(), listing("b")]) }),
  ).map(replyOf);
  const [first] = replies;
  if (replies.length === 1 && first !== undefined && "error" in first)
    return isRefused(first, [invalidRequest]);
  const ids = replies.map(({ id }) => String(id)).sort();
  holds(ids.join() === "1,b", `The replies have the ids ${ids.join()}, and should have 1 and b.`);
  for (const reply of replies) resultOf(reply, simpleList);
}

async function isThere(member: Subject): Promise<void> {
  await member.ask({ method: "worker/list", params: {}, reply: simpleList });
}

/** Accepts any well-formed reply with a status below 500, but the member must still answer afterwards. */
async function survives(member: Subject, body: WireRequest["body"]): Promise<void> {
  const answer = await member.send({ body });
  messagesIn(answer).forEach((each): Reply => replyOf(each));
  if (answer.status >= 500) fail(`It is answered with status ${answer.status}.`);
  await isThere(member);
}

const unknown = requestOf({ method: "worker/nothing-of-the-kind", params: {} });
const badBytes = bytes('{"jsonrpc":"2.0","id":1,"method":"worker/status","params":{"jobId":"\xff\xfe"}}');
const deep = `{"jsonrpc":"2.0","id":1,"method":"worker/list","params":{"filter":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
const odd =
  '{"jsonrpc":"2.0","id":1,"method":"worker/list","params":{"__proto__":{"detail":"detailed"},"constructor":{}}}';

export const rpcChecks: readonly ConformanceCheck[] = [
  {
    id: "rpc/unreadable",
    clause: "A body that is not JSON is refused with -32700, and JSON that is not a request with -32600.",
    run: async (member) => {
      for (const [name, body, codes] of unreadable) await inCase(name, () => refuses(member, body, codes));
    },
  },
  {
    id: "rpc/unknown-method",
    clause: "An unknown method is refused with -32601.",
    run: (member) => refuses(member, unknown, [unknownMethod]),
  },
  {
    id: "rpc/notification",
    clause: "A request without an id is not answered.",
    run: (member) => silent(member, JSON.stringify(listing())),
  },
  {
    id: "rpc/batch",
    clause: "A batch gets one reply for each request in it, or is refused whole with -32600.",
    run: batch,
  },
  {
    id: "rpc/empty-batch",
    clause: "An empty batch is refused with -32600.",
    run: (member) => refuses(member, "[]", [invalidRequest]),
  },
  {
    id: "rpc/bad-bytes",
    clause: "Bytes that are not UTF-8 are refused with -32700 or -32602.",
    run: (member) => refuses(member, badBytes, [parse, invalidParams]),
  },
  {
    id: "rpc/deep",
    clause: "The member survives deeply nested JSON.",
    run: (member) => survives(member, deep),
  },
  {
    id: "rpc/prototype",
    clause: "Keys such as __proto__ have no effect.",
    run: async (member) => {
      const reply = onlyReply(await member.send({ body: odd }), 1);
      if ("error" in reply) isRefused(reply);
      await isThere(member);
    },
  },
];
