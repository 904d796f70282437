// A member that speaks HTTP by hand, so that it can say anything at all, and a client of it.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { type Clock, systemClock } from "../../../src/host/clock.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { createJsonRpcClient, type JsonRpcClient } from "../../../src/guild/members/calls/json-rpc-client.ts";
import type { RpcDeps } from "../../../src/guild/members/calls/rpc-call.ts";

export interface Heard {
  head: string;
  body: { jsonrpc: string; id: string; method: string; params: Record<string, unknown> };
}

export type Speak = (socket: Socket, heard: Heard) => void;

export interface RawMember {
  url: string;
  /** Every request that came whole. */
  heard: Heard[];
  /** Resolves when a request has come. */
  asked: Promise<void>;
  close(): Promise<void>;
}

const open: RawMember[] = [];

export async function rawMember(speak: Speak): Promise<RawMember> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const { promise: asked, resolve: tell } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    let text = "";
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const request = whole(text);
      if (request === null) return;
      text = "";
      heard.push(request);
      tell();
      speak(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const member = { url, heard, asked, close };
  open.push(member);
  return member;
}

export async function closeMembers(): Promise<void> {
  for (const member of open.splice(0)) await member.close();
}

function whole(text: string): Heard | null {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? "0");
  return length === 0 || body.length < length
    ? null
    : { head, body: JSON.parse(Buffer.from(body, "latin1").toString()) };
}

/** An answer as it goes over the wire. */
export function answer(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Buffer {
  const all = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`), Buffer.from(body)]);
}

export const reply = (heard: Heard, rest: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: heard.body.id, ...rest });

/** Answers every question with this result. */
export const gives =
  (result: unknown): Speak =>
  (socket, heard) =>
    socket.end(answer(reply(heard, { result })));

export const says =
  (bytes: (heard: Heard) => string | Buffer): Speak =>
  (socket, heard) =>
    socket.end(bytes(heard));

export function depsFor(url: string, clock: Clock = systemClock): RpcDeps {
  return {
    name: "scribe",
    endpoint: async () => ({ url, secret: "open sesame" }),
    send: createSend(),
    clock,
    newId: newUuid,
  };
}

export function clientOf({ url }: { url: string }, clock?: Clock): JsonRpcClient {
  return createJsonRpcClient(depsFor(url, clock));
}

/** What went wrong; that nothing did is a failure too. */
export async function failure(asking: Promise<unknown>): Promise<Error> {
  return asking.then(
    (value) => new Error(`nothing went wrong: ${JSON.stringify(value)}`),
    (error: Error) => error,
  );
}
