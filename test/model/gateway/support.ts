// A real upstream on loopback, a gateway before it, and what the tests read off both.
import { createServer, type AddressInfo } from "node:net";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { emptyHandoff, type Handoff } from "../../../src/contract/home/handoff.ts";
import type { Rehearsal } from "../../../src/contract/package/rehearsal.ts";
import { openGateway, type Gateway, type GatewayOrder } from "../../../src/model/gateway/gateway.ts";
import { systemClock, type Clock } from "../../../src/host/clock.ts";
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { parseRehearsal } from "../../../src/rules/rehearsal/rehearsal-parse.ts";

export const secret = "per-commission-secret";
export const canary = "sk-canary-0123456789";

/** Everything opened here is closed by `closeAll`, which each test file calls after each test. */
const opened: (() => Promise<unknown>)[] = [];
export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}
export function closeLater(close: () => Promise<unknown>): void {
  opened.push(close);
}

export interface Seen {
  path: string;
  headers: Headers;
  body: string;
}

export interface Upstream {
  url: string;
  seen: Seen[];
}

/** Answers the n-th request (from 1) by `play`. */
export function openUpstream(play: (n: number, request: Request) => Response | Promise<Response>): Upstream {
  const seen: Seen[] = [];
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 10_000_000,
    handle: async (request) => {
      const url = new URL(request.url);
      seen.push({ path: url.pathname + url.search, headers: request.headers, body: await request.text() });
      return play(seen.length, request);
    },
  });
  closeLater(() => server.stop());
  return { url: `http://127.0.0.1:${server.port}`, seen };
}

type Sent = FactBody & { type: "model.sent" };

export interface TestGateway {
  gateway: Gateway;
  /** All but what was sent: each request has one of those before its outcome. */
  facts: FactBody[];
  sent: Sent[];
  url: string;
}

export type OrderPart = Partial<Pick<GatewayOrder, "limits" | "spent" | "door" | "ordered">> & {
  timing?: Partial<GatewayOrder["timing"]>;
  clock?: Clock;
  begins?: (body: Uint8Array) => void;
  /** All but what is sent, which `sending` hears of. */
  record?: (fact: FactBody) => Promise<void>;
  sending?: (fact: FactBody) => Promise<void>;
};

/** All that claude may send at all, with any model. */
export const anything: GatewayOrder["ordered"] = { tools: null, models: "any", maySearch: async () => true };

export async function openTestGateway(
  model: GatewayOrder["model"],
  part: OrderPart = {},
): Promise<TestGateway> {
  const facts: FactBody[] = [];
  const sent: Sent[] = [];
  const record = async (fact: FactBody) => {
    if (fact.type !== "model.sent") return part.record ? part.record(fact) : void facts.push(fact);
    sent.push(fact);
    await part.sending?.(fact);
  };
  const gateway = await openGateway(
    {
      clock: part.clock ?? systemClock,
      serve: serveHttp,
      send: createSend(),
      record,
      begins: part.begins ?? (() => undefined),
    },
    {
      door: part.door ?? { loopback: true },
      secret,
      model,
      limits: part.limits ?? { maxTurns: 100, maxBudgetUsd: 100 },
      spent: part.spent ?? { turns: 0, usd: 0 },
      timing: {
        firstByteMs: 5_000,
        betweenBytesMs: 5_000,
        retryDelaysMs: [1, 1],
        billMs: 300,
        ...part.timing,
      },
      ordered: part.ordered ?? anything,
    },
  );
  closeLater(() => gateway.close());
  return { gateway, facts, sent, url: gateway.childEnv(null).ANTHROPIC_BASE_URL };
}

export function forwardTo(url: string, part: Partial<Handoff> = {}): GatewayOrder["model"] {
  const credential = { kind: "api_key", secret: canary } as const;
  return { mode: "forward", handoff: { ...emptyHandoff, credential, baseUrl: url, ...part } };
}

export function scriptOf(text: string): Rehearsal {
  const parsed = parseRehearsal(`version: 1\nname: test\n${text}`);
  if (!parsed.ok) throw new Error(`line ${parsed.line}: ${parsed.message}`);
  return parsed.script;
}

export function rehearse(
  text: string,
  failedTurns = 0,
): Extract<GatewayOrder["model"], { mode: "rehearsal" }> {
  return { mode: "rehearsal", script: scriptOf(text), failedTurns, bench: 1 };
}

export interface AskPart {
  path?: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

const tool = { name: "mcp__commission__report_progress", input_schema: { type: "object" } };

export function mainBody(assistants = 0): Record<string, unknown> {
  const messages: object[] = [{ role: "user", content: [{ type: "text", text: "Do it." }] }];
  for (let n = 0; n < assistants; n++) {
    messages.push({ role: "assistant", content: [{ type: "text", text: `answer ${n}` }] });
    messages.push({ role: "user", content: [{ type: "text", text: `go on ${n}` }] });
  }
  return {
    model: "claude-opus-5-5",
    stream: true,
    max_tokens: 100,
    system: "Be thorough.",
    tools: [tool],
    messages,
  };
}

export function ask(url: string, part: AskPart = {}): Promise<Response> {
  return fetch(`${url}${part.path ?? "/v1/messages?beta=true"}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret, ...part.headers },
    body: JSON.stringify({ ...mainBody(), ...part.body }),
    ...(part.signal === undefined ? {} : { signal: part.signal }),
  });
}

export interface WireEvent {
  type: string;
  [key: string]: unknown;
}

export function eventsOf(text: string): WireEvent[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? "null") as WireEvent);
}

/** The text a stream carried. */
export function saidIn(text: string): string {
  const deltas = eventsOf(text).map((event) => (event["delta"] as { text?: string } | undefined)?.text ?? "");
  return deltas.join("");
}

const usage = { input_tokens: 1000, output_tokens: 1 };

export function sse(events: WireEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export function answerText(text: string, given: Record<string, unknown> = usage): string {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    content: [],
    usage: given,
  };
  return sse([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 100 } },
    { type: "message_stop" },
  ]);
}

export function streamed(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { "content-type": "text/event-stream", ...headers } });
}

/** Sends the head and `text` of a stream, and hangs up at once or when told to. */
export async function openBreakingUpstream(text: string, hangUp: Promise<void>) {
  let asked = 0;
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
  const chunk = text === "" ? "" : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      asked += 1;
      socket.write(head + chunk);
      void hangUp.then(() => socket.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

/** Sends `text`, then nothing more, until the other side goes away. */
export function silentAfter(text: string, onLeave: () => void = () => {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: onLeave,
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export function apiError(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ type: "error", error: { type: "api_error", message } }, { status, headers });
}
