// A model endpoint that bills honestly, by the tokens of what it has taken in and made, and that ends its answers in any
// way it is told to. It speaks HTTP by hand, so that it can break off anywhere.
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { noUsage, type Usage } from "../../../src/rules/model/prices.ts";

export interface Words {
  name: string;
  text: string;
  /** As a tokenizer cuts them. */
  bytesPerToken: number;
  /** The deltas that carry them. */
  as: "text_delta" | "input_json_delta" | "thinking_delta";
}

/** What it does after a number of parts: its first event, the words in twenty pieces, the bill, the end. */
export interface Manner {
  /** Not before this many milliseconds. */
  afterMs?: number;
  /** Between two parts. */
  paceMs?: number;
  /** Parts that it sends; all unless told otherwise. */
  parts?: number;
  ending: "end" | "hang up" | "fall silent" | "break an event off" | "say an error";
  /** What stands where its counts would; absent: the truth. */
  counts?: (truth: Record<string, unknown>) => unknown;
  /** A run of the model beside the answer. */
  aside?: { input_tokens: number; output_tokens: number };
  /** Statuses that it refuses the first tries with. */
  refuses?: number[];
  /** How it writes its events: with other ends of lines, with something between them, or a few bytes at a time. */
  writes?: "CRLF" | "CR" | "pings" | "comments" | "bytes";
  /** After its first event it makes tokens that it shows nothing of, and bills them by the time they take. */
  hides?: Hidden;
  /** What it says after its bill, as if that had been wrong. */
  again?: (truth: Record<string, unknown>) => unknown;
}

export interface Hidden {
  what: "reasoning" | "reasoning behind a summary" | "input of a tool";
  tokensPerSecond: number;
  /** Until it goes on to its bill and its end, or ends in another way; null: until the other side has gone. */
  forMs: number | null;
}

/** How often it says that it is still there, while it hides what it makes. */
export const pingMs = 50;

export const pieces = 20;
/** The first event, the pieces, the bill, the end. */
export const allParts = pieces + 3;

export interface Endpoint {
  url: string;
  /** What it has charged for so far. */
  billed(): Usage[];
  close(): Promise<void>;
}

const bytesPerInputToken = 3.6;

export async function openEndpoint(words: Words, manner: Manner): Promise<Endpoint> {
  const bills: Usage[] = [];
  const sockets = new Set<Socket>();
  let tries = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    void receive(socket).then(async (body) => {
      const status = manner.refuses?.[tries++];
      if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      await answer({ socket, body, words, manner, bills });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    billed: () => bills,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(socket: Socket): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head !== -1 && text.length >= head + 4 + length) resolve(text.slice(head + 4));
    });
  });
}

interface Answering {
  socket: Socket;
  body: string;
  words: Words;
  manner: Manner;
  bills: Usage[];
}

async function answer(answering: Answering): Promise<void> {
  const { body, bills, manner } = answering;
  const bill = { ...noUsage, input: Math.ceil(body.length / bytesPerInputToken) };
  bills.push(bill);
  if (manner.aside !== undefined)
    bills.push({ ...noUsage, input: manner.aside.input_tokens, output: manner.aside.output_tokens });
  if (manner.afterMs !== undefined) await Bun.sleep(manner.afterMs);
  await (/"stream":true/.test(body) ? stream(answering, bill) : inOnePiece(answering, bill));
}

const head = (type: string, more: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}\r\n\r\n`;

async function stream({ socket, words, manner }: Answering, bill: Usage): Promise<void> {
  if ((manner.parts ?? allParts) > 0) send(socket, head("text/event-stream", "connection: close"));
  if (manner.hides !== undefined) return hide(socket, { words, manner, bill }, manner.hides);
  for (let n = 0; n < (manner.parts ?? allParts) && !socket.destroyed; n += 1) {
    if (manner.paceMs !== undefined && n > 0) await Bun.sleep(manner.paceMs);
    if (socket.destroyed) return;
    if (n > 0 && n <= pieces) bill.output = tokensOf(words, n);
    await write(socket, partOf(n, { words, manner, bill }), manner);
  }
  if (manner.ending === "break an event off") send(socket, partOf(1, { words, manner, bill }).slice(0, 60));
  if (manner.ending === "say an error") send(socket, busy);
  if (manner.ending !== "fall silent") socket.end();
}

/** What was made until the other side had gone is on the bill. */
async function hide(socket: Socket, part: Part, { what, tokensPerSecond, forMs }: Hidden): Promise<void> {
  send(socket, partOf(0, part));
  const began = performance.now();
  const endsAt = began + (forMs ?? Infinity);
  const count = () =>
    void (part.bill.output = Math.ceil(((performance.now() - began) / 1000) * tokensPerSecond));
  socket.once("close", count);
  const summary = event({ type: "content_block_delta", index: 0, delta: summaryDelta });
  while (!socket.destroyed && performance.now() < endsAt) {
    await Bun.sleep(pingMs);
    if (!socket.destroyed) count();
    send(socket, what === "reasoning behind a summary" ? summary : event({ type: "ping" }));
  }
  if (socket.destroyed) return;
  socket.off("close", count);
  count();
  if (part.manner.ending === "end") send(socket, partOf(pieces + 1, part) + partOf(pieces + 2, part));
  if (part.manner.ending === "say an error") send(socket, busy);
  socket.end();
}

const summaryDelta = { type: "thinking_delta", thinking: "So." };

const between = {
  pings: 'event: ping\ndata: {"type":"ping"}\n\n'.repeat(20),
  comments: ": here\n\n".repeat(20),
};
const lineEnds = { CRLF: "\r\n", CR: "\r" };

async function write(socket: Socket, text: string, { writes }: Manner): Promise<void> {
  if (writes === "pings" || writes === "comments") send(socket, between[writes] + text);
  else if (writes === "CRLF" || writes === "CR") send(socket, text.replaceAll("\n", lineEnds[writes]));
  else if (writes === undefined) send(socket, text);
  else await dribble(socket, Buffer.from(text));
}

/** Each is a piece of its own for whoever reads it. */
async function dribble(socket: Socket, bytes: Buffer): Promise<void> {
  socket.setNoDelay(true);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += 97) {
    socket.write(bytes.subarray(at, at + 97));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function send(socket: Socket, text: string): void {
  if (!socket.destroyed) socket.write(text);
}

function event(value: { type: string; [key: string]: unknown }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

const busy = event({ type: "error", error: { type: "overloaded_error", message: "busy" } });

function tokensOf({ text, bytesPerToken }: Words, piece: number): number {
  return Math.ceil((Buffer.byteLength(text) * piece) / pieces / bytesPerToken);
}

const keyOf = { text_delta: "text", input_json_delta: "partial_json", thinking_delta: "thinking" };

type Part = Pick<Answering, "words" | "manner"> & { bill: Usage };

function partOf(n: number, { words, manner, bill }: Part): string {
  if (n === 0) return opening({ words, manner, bill });
  if (n <= pieces) {
    const size = words.text.length / pieces;
    const text = words.text.slice(Math.round(size * (n - 1)), Math.round(size * n));
    const delta = { type: words.as, [keyOf[words.as]]: text };
    return event({ type: "content_block_delta", index: 0, delta });
  }
  if (n === pieces + 1) {
    const truth = { output_tokens: bill.output, ...iterations(manner) };
    const said = [counts(manner, truth), ...(manner.again ? [manner.again(truth)] : [])];
    const delta = { stop_reason: "end_turn" };
    return said.map((usage) => event({ type: "message_delta", delta, usage })).join("");
  }
  return event({ type: "message_stop" });
}

function opening({ words, manner, bill }: Part): string {
  const usage = counts(manner, { input_tokens: bill.input, output_tokens: 1 });
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], usage };
  const block = blocks[manner.hides === undefined ? words.as : hiddenAs[manner.hides.what]];
  return (
    event({ type: "message_start", message }) +
    event({ type: "content_block_start", index: 0, content_block: block })
  );
}

const blocks = {
  text_delta: { type: "text", text: "" },
  input_json_delta: { type: "tool_use", id: "toolu_1", name: "Write", input: {} },
  thinking_delta: { type: "thinking", thinking: "", signature: "" },
};

const hiddenAs = {
  reasoning: "thinking_delta",
  "reasoning behind a summary": "thinking_delta",
  "input of a tool": "input_json_delta",
} as const;

export const model = "claude-opus-5-5";

function counts({ counts: said }: Manner, truth: Record<string, unknown>): unknown {
  return said === undefined ? truth : said(truth);
}

function iterations({ aside }: Manner): object {
  return aside === undefined ? {} : { iterations: [{ type: "compaction", ...aside }] };
}

async function inOnePiece({ socket, words, manner }: Answering, bill: Usage): Promise<void> {
  bill.output = tokensOf(words, pieces);
  const usage = counts(manner, {
    input_tokens: bill.input,
    output_tokens: bill.output,
    ...iterations(manner),
  });
  const content = [{ type: "text", text: words.text }];
  const text = JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model, content, usage });
  const bytes = Buffer.from(text);
  send(socket, head("application/json", `content-length: ${bytes.length}\r\nconnection: close`));
  socket.write(manner.ending === "end" ? bytes : bytes.subarray(0, bytes.length / 2));
  if (manner.ending !== "fall silent") socket.end();
}
