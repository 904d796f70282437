// A small Messages API that plays a list of turns over real HTTP, so that the session can be tested against
// the real `claude` without a gateway. It keeps every request it was sent.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Turn {
  /** Of the message: `claude` takes those of one id for parts of one message. */
  id?: string;
  say?: string;
  use?: readonly { tool: string; input: Record<string, unknown> }[];
  /** An API failure with this status instead of an answer. */
  status?: number;
  headers?: Record<string, string>;
  /** Never answer. */
  hang?: true;
  /** Start an answer, then close the socket. */
  drop?: true;
}

export interface ModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: {
    model: string;
    system?: unknown;
    messages: { role: string; content: unknown }[];
    tools?: { name: string }[];
    stream?: boolean;
  };
}

/** A turn, or one that is thought of when it is asked for. */
export type Part = Turn | ((request: ModelRequest) => Turn | Promise<Turn>);

export interface ScriptedModel {
  url: string;
  socket: string | null;
  requests: ModelRequest[];
  /** Resolves once `n` requests have arrived. */
  asked(n: number): Promise<void>;
  close(): Promise<void>;
}

/** Turns are played in the order of the requests; the last is repeated. */
export async function openScriptedModel(turns: readonly Part[], socket?: string): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const waiting: { n: number; tell: () => void }[] = [];
  const server = createServer((request, response) => {
    void receive(request).then(async (received) => {
      requests.push(received);
      for (const wait of waiting) if (requests.length >= wait.n) wait.tell();
      const part = turns[Math.min(requests.length, turns.length) - 1] ?? { say: "Done." };
      play(response, typeof part === "function" ? await part(received) : part, received);
    });
  });
  await listen(server, socket);
  const port = socket === undefined ? (server.address() as AddressInfo).port : 0;
  return {
    url: socket === undefined ? `http://127.0.0.1:${port}` : "http://gateway.invalid",
    socket: socket ?? null,
    requests,
    asked: (n) =>
      new Promise((resolve) => (requests.length >= n ? resolve() : waiting.push({ n, tell: resolve }))),
    close: () => close(server),
  };
}

/** What the model was told last, as text. */
export function lastUserText(request: ModelRequest | undefined): string {
  // `claude` may put a message of its own, with the role "system", after the user's.
  return JSON.stringify(request?.body.messages.findLast((message) => message.role === "user") ?? null);
}

export function toolNames(request: ModelRequest | undefined): string[] {
  const names = (request?.body.tools ?? []).map((tool) => tool.name);
  return names.filter((name) => name !== "DeferredToolPlaceholder").sort();
}

function listen(server: Server, socket: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    if (socket === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(socket, resolve);
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function receive(request: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as ModelRequest["body"];
  return { path: request.url ?? "", headers: request.headers, body };
}

function play(response: ServerResponse, turn: Turn, request: ModelRequest): void {
  if (turn.hang) return;
  if (turn.status !== undefined) return playFailure(response, turn.status, turn.headers ?? {});
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = answerEvents(turn, request);
  for (const event of turn.drop ? events.slice(0, 3) : events)
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  if (turn.drop) response.destroy();
  else response.end();
}

function playFailure(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false", ...headers });
  response.end(
    JSON.stringify({ type: "error", error: { type: "api_error", message: `scripted ${status}` } }),
  );
}

function answerEvents(turn: Turn, request: ModelRequest): { type: string; [key: string]: unknown }[] {
  const blocks = [
    ...(turn.say === undefined ? [] : [textBlock(turn.say)]),
    ...(turn.use ?? []).map((use, index) => toolBlock(use, `${request.body.messages.length}_${index}`)),
  ];
  const message = { id: turn.id ?? "msg_1", type: "message", role: "assistant", model: request.body.model };
  const usage = { input_tokens: 100, output_tokens: 1 };
  return [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    ...blocks.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: block.start },
      { type: "content_block_delta", index, delta: block.delta },
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: turn.use ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: "message_stop" },
  ];
}

function textBlock(text: string) {
  return { start: { type: "text", text: "" }, delta: { type: "text_delta", text } };
}

function toolBlock(use: { tool: string; input: Record<string, unknown> }, key: string) {
  return {
    start: { type: "tool_use", id: `toolu_${key}`, name: use.tool, input: {} },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(use.input) },
  };
}
