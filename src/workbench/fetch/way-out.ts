// Runs the proxy for a project's set-up, or a worker's command, that may use the network. The proxy listens on a unix socket,
// resolves names itself, and connects only to addresses that it has checked. It follows no redirects: answers
// go back unchanged.
import { messageOf } from "../../base/text/message-of.ts";
import type { Socket } from "node:net";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { HostUse } from "../../contract/project/set-up.ts";
import type { Clock } from "../../host/clock.ts";
import type { DialPlain } from "../../host/network/dial.ts";
import { joinSockets, type listenAt, readHead } from "../../host/network/join-sockets.ts";
import { checkDestination, type Destination, type DestinationDeps } from "./check-destination.ts";
import { createHostUses, type HostUses, mostReached } from "./host-uses.ts";
import { parseProxyRequest, type ProxyRequest } from "./proxy-request.ts";

export interface WayOutDeps extends DestinationDeps {
  clock: Pick<Clock, "after">;
  listen: typeof listenAt;
  dialPlain: DialPlain;
  /** Returns the proxy that this machine itself needs for a URL. `null` means a direct connection. */
  proxyFor(url: string): string | null;
}

export interface WayOutOrder {
  /** The path of the socket that the proxy listens on. */
  socket: string;
  allow: readonly AllowedHost[];
  signal: AbortSignal;
}

export interface OpenedWayOut {
  hosts(): HostUse[];
  close(): Promise<void>;
}

const mostAtOnce = 128;
const mostOfHead = 65_536;
/** The timeout for a request's head to arrive, and for one address to answer. */
const patienceMs = 30_000;
const mostAddresses = 4;

interface ProxyState {
  deps: WayOutDeps;
  order: WayOutOrder;
  uses: HostUses;
  open: number;
}

export async function openWayOut(deps: WayOutDeps, order: WayOutOrder): Promise<OpenedWayOut> {
  const ending = new AbortController();
  const signal = AbortSignal.any([order.signal, ending.signal]);
  const state: ProxyState = { deps, order: { ...order, signal }, uses: createHostUses(), open: 0 };
  const listening = await deps.listen(order.socket, (near) => void serve(state, near));
  return {
    hosts: state.uses.list,
    close: async () => {
      ending.abort();
      await listening.close();
    },
  };
}

/** Serves one connection. Never throws: an error ends this connection alone. */
async function serve(state: ProxyState, near: Socket): Promise<void> {
  if (state.open >= mostAtOnce) return void near.destroy();
  state.open += 1;
  try {
    await answer(state, near);
  } catch {
    near.destroy();
  } finally {
    state.open -= 1;
  }
}

async function answer(state: ProxyState, near: Socket): Promise<void> {
  const { deps, order, uses } = state;
  const late = deps.clock.after(patienceMs, () => near.destroy());
  const read = await readHead(near, mostOfHead).finally(() => late.cancel());
  if (read === null) return void near.destroy();
  const request = parseProxyRequest(read.head);
  if (typeof request === "string") return refuse(near, 400, request);
  const found = await checkDestination(deps, { url: request.url, allow: order.allow });
  if (!found.ok) {
    uses.refuse(found.host, found.port, found.reason);
    return refuse(near, 403, found.reason);
  }
  const { host, port } = found.target;
  const use = uses.begin(host, port);
  if (use === null) {
    const reason = `The command has connected to ${mostReached} hosts already, and may not connect to another.`;
    uses.refuse(host, port, reason);
    return refuse(near, 403, reason);
  }
  // This machine's own proxy depends on the protocol of the URL; in a tunnel that is usually TLS.
  const href = request.kind === "tunnel" ? found.target.url.href.replace("http:", "https:") : request.url;
  const far = await dialFirst(state, found, deps.proxyFor(href));
  if (typeof far === "string") return refuse(near, 502, `${host} could not be reached: ${far}.`);
  const most = request.kind === "plain" ? (request.bodyBytes ?? Infinity) : Infinity;
  const rest = read.rest.subarray(0, Math.min(most, read.rest.length));
  if (!near.destroyed) begin({ near, far, request, rest, use });
  await joinSockets({ near, far, ...use, mostSent: most - rest.length, signal: order.signal });
}

interface Begun {
  near: Socket;
  far: Socket;
  request: ProxyRequest;
  /** Bytes that arrived with the head and belong to the destination. */
  rest: Buffer;
  use: { sent(bytes: number): void };
}

function begin({ near, far, request, rest, use }: Begun): void {
  if (request.kind === "tunnel") near.write("HTTP/1.1 200 Connection established\r\n\r\n");
  const first = Buffer.concat([Buffer.from(request.kind === "plain" ? request.head : "", "latin1"), rest]);
  if (first.length === 0) return;
  far.write(first);
  use.sent(first.length);
}

/** Connects to the first address that answers, without resolving the name again. Returns the reason if none answers. */
async function dialFirst(
  { deps, order }: ProxyState,
  { target, addresses }: Extract<Destination, { ok: true }>,
  proxy: string | null,
): Promise<Socket | string> {
  let why = "there was no time left";
  for (const address of addresses.slice(0, mostAddresses)) {
    const late = new AbortController();
    const timer = deps.clock.after(patienceMs, () => late.abort());
    try {
      const signal = AbortSignal.any([order.signal, late.signal]);
      return await deps.dialPlain({ address, port: target.port, proxy, signal });
    } catch (error) {
      why = messageOf(error);
      if (order.signal.aborted) break;
    } finally {
      timer.cancel();
    }
  }
  return why;
}

function refuse(near: Socket, status: 400 | 403 | 502, reason: string): void {
  const text = `${reason}\n`;
  const head = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  near.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => near.destroy());
}

const reasons = { 400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway" } as const;
