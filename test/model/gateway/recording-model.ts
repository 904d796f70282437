// A Messages API that keeps every request as it came, and answers by a list of blocks.
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { takeInventory } from "../../../src/rules/model/request-inventory.ts";
import { closeLater, sse, streamed, type WireEvent } from "./support.ts";

export type Block = { type: string; [key: string]: unknown };
type Body = Record<string, unknown>;

export interface Recorded {
  path: string;
  headers: Headers;
  body: Body;
}

/** A number is a status that it fails with, `drop` breaks off, and the other words are reasons for which it stops. */
export type Turn = readonly Block[] | number | "refusal" | "max_tokens" | "drop";

export interface Script {
  /** Of the main conversation, one for each request; the last is repeated. */
  turns: readonly Turn[];
  /** How long the conversation is said to be with an answer that calls a tool. */
  inputTokens?: number;
}

export interface RecordingModel {
  url: string;
  requests: Recorded[];
}

export function openRecordingModel(script: Script): RecordingModel {
  const requests: Recorded[] = [];
  const { turns } = script;
  let played = 0;
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 50_000_000,
    handle: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = (await request.json()) as Body;
      requests.push({ path: pathname + search, headers: request.headers, body });
      if (pathname.endsWith("/count_tokens")) return Response.json({ input_tokens: 10 });
      return isMain(body)
        ? playTurn(script, body, turns[Math.min(played++, turns.length - 1)] ?? [])
        : playTurn(script, body, [{ type: "text", text: "<summary>All of it.</summary>" }]);
    },
  });
  closeLater(() => server.stop());
  return { url: `http://127.0.0.1:${server.port}`, requests };
}

function isMain(body: Body): boolean {
  const { marks, ownTools } = takeInventory(body);
  const words = JSON.stringify(body["messages"]);
  return (
    ownTools.length > 0 && !marks.has("tool:web_search_20250305") && !/Respond with TEXT ONLY/.test(words)
  );
}

const partly: Block[] = [{ type: "text", text: "As far as" }];

function playTurn({ inputTokens = 100 }: Script, body: Body, turn: Turn): Response {
  if (typeof turn === "number") {
    const message = turn === 400 ? "prompt is too long: 1000001 tokens > 1000000 maximum" : "no";
    return Response.json(
      { type: "error", error: { type: "invalid_request_error", message } },
      { status: turn },
    );
  }
  const blocks = typeof turn === "string" ? partly : turn;
  const calls = blocks.some(({ type }) => type === "tool_use");
  const reason = typeof turn === "string" ? turn : calls ? "tool_use" : "end_turn";
  const events = eventsFor(body, blocks, { reason, input: calls ? inputTokens : 100 });
  if (turn === "drop") return streamed(sse(events.slice(0, 3)));
  return body["stream"] === true
    ? streamed(sse(events))
    : Response.json({ ...messageOf(body, 100), content: blocks, stop_reason: reason });
}

function messageOf(body: Body, input: number) {
  return {
    id: `msg_${(calls += 1)}`,
    type: "message",
    role: "assistant",
    model: body["model"],
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: 1 },
  };
}

function eventsFor(
  body: Body,
  blocks: readonly Block[],
  { reason, input }: { reason: string; input: number },
): WireEvent[] {
  const delta = { stop_reason: reason, stop_sequence: null };
  return [
    { type: "message_start", message: messageOf(body, input) },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { type: "message_delta", delta, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ];
}

function blockEvents(block: Block, index: number): WireEvent[] {
  const stop = { type: "content_block_stop", index };
  const start = (content_block: object) => ({ type: "content_block_start", index, content_block });
  const delta = (each: object) => ({ type: "content_block_delta", index, delta: each });
  switch (block.type) {
    case "text":
      return [start({ type: "text", text: "" }), delta({ type: "text_delta", text: block["text"] }), stop];
    case "thinking":
      return [
        start({ type: "thinking", thinking: "", signature: "" }),
        delta({ type: "thinking_delta", thinking: block["thinking"] }),
        delta({ type: "signature_delta", signature: block["signature"] }),
        stop,
      ];
    case "tool_use":
      return [
        start({ ...block, input: {} }),
        delta({ type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }),
        stop,
      ];
    default:
      return [start(block), stop];
  }
}

let calls = 0;

export function call(name: string, input: Record<string, unknown>): Block {
  calls += 1;
  return { type: "tool_use", id: `toolu_${calls}`, name, input };
}
