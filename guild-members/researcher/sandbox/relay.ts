// The one way from a session to the model. It adds the credential, which claude never has, and lets nothing else out.
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Credential, credentialHeader, type ModelAccess } from "./model-access.ts";

export interface RelayOrder {
  access: ModelAccess;
  /** Where to make a socket; null: listen on loopback. */
  directory: string | null;
  /** What claude has to show; of the same kind as the real credential. */
  secret: string;
  /** Set on every request, whatever claude says: by them the model's side knows whose it is. */
  headers: Readonly<Record<string, string>>;
}

export interface Relay {
  /** null: it listens on its socket. */
  url: string | null;
  close(): Promise<void>;
}

export const socketName = "relay.sock";

/** How long a model that refuses the connection is tried again: a hall may be starting anew. */
const refusedForMs = 300_000;
const betweenTriesMs = 500;

/** Longer than all that, so that claude does not give up first. */
export const patienceMs = 1_200_000;

const openPaths = ["/v1/messages", "/v1/messages/count_tokens"];

export function openRelay(order: RelayOrder): Relay {
  const closing = new AbortController();
  const fetch = (request: Request, server: Bun.Server<undefined>) => {
    server.timeout(request, 0); // a model may think for long
    return answer(request, { ...order, signal: AbortSignal.any([request.signal, closing.signal]) });
  };
  if (order.directory === null) {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    return { url: `http://127.0.0.1:${server.port}`, close: () => stop(server, closing) };
  }
  // A socket's path has room for about 100 characters, whatever the directory's has.
  const directory = openSync(order.directory, "r");
  const server = Bun.serve({ unix: `/proc/self/fd/${directory}/${socketName}`, fetch });
  return { url: null, close: () => stop(server, closing).finally(() => closeSync(directory)) };
}

async function stop(
  server: { stop(force: boolean): Promise<void> },
  closing: AbortController,
): Promise<void> {
  closing.abort();
  await server.stop(true);
}

async function answer(request: Request, order: RelayOrder & { signal: AbortSignal }): Promise<Response> {
  const { signal } = order;
  const { pathname, search } = new URL(request.url);
  const { baseUrl, credential } = order.access;
  if (credential === null) return refusal(401, "This member was given no credential.");
  const [name, shown] = credentialHeader({ ...credential, value: order.secret });
  if (request.headers.get(name) !== shown) return refusal(401, "This relay is for one session alone.");
  if (request.method !== "POST" || !openPaths.includes(pathname))
    return refusal(403, `${request.method} ${pathname} does not pass.`);
  const body = await request.arrayBuffer();
  const headers = outgoingHeaders(request.headers, [
    credentialHeader(credential),
    ...Object.entries(order.headers),
  ]);
  try {
    const sent = await send(`${baseUrl}${pathname}${search}`, { method: "POST", headers, body, signal });
    return sent.ok ? incoming(sent) : await failed(sent, credential);
  } catch (cause) {
    const answer = refusal(502, `The model at ${shownUrl(baseUrl)} cannot be reached.`);
    if (!isRefused(cause)) answer.headers.delete("x-should-retry"); // cut off: claude may ask again
    return answer;
  }
}

function refusal(status: number, message: string): Response {
  const error = { type: "error", error: { type: "relay_error", message } };
  return Response.json(error, { status, headers: { "x-should-retry": "false" } });
}

/** Of this connection, or for us to say; the rest passes as it is. */
const ownHeader = /^(?:host|connection|content-length|accept-encoding|x-api-key|authorization|x-guild-.*)$/;

function outgoingHeaders(given: Headers, ours: readonly [string, string][]): Headers {
  const headers = new Headers([...given].filter(([name]) => !ownHeader.test(name)));
  for (const [name, value] of [["accept-encoding", "identity"] as const, ...ours]) headers.set(name, value);
  return headers;
}

/** A refused connection has reached nobody, so it may be tried again. */
async function send(target: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const until = Date.now() + refusedForMs;
  for (;;) {
    try {
      return await fetch(target, { ...init, redirect: "manual", timeout: false } as RequestInit);
    } catch (cause) {
      if (!isRefused(cause) || init.signal.aborted || Date.now() > until) throw cause;
    }
    await sleep(betweenTriesMs, undefined, { signal: init.signal });
  }
}

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

/** Without the name and password that an address may carry. */
function shownUrl(url: string): string {
  return url.replace(/\/\/[^/\s@]*@/, "//");
}

/** Bytes as they come. */
function incoming({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers: passedHeaders(headers) });
}

function passedHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  for (const own of ["connection", "content-length", "content-encoding", "transfer-encoding"])
    headers.delete(own);
  return headers;
}

/**
 * An endpoint may quote the credential that it refused, and what claude is told of it ends up in the job's files. A wrong
 * credential is not worth the ten tries that claude would make.
 */
async function failed(response: Response, { value }: Credential): Promise<Response> {
  const { status } = response;
  const hidden = (said: string) => said.replaceAll(value, "[credential]");
  const headers = new Headers();
  for (const [name, said] of passedHeaders(response.headers)) headers.set(name, hidden(said));
  if (status === 401 || status === 403) headers.set("x-should-retry", "false");
  return new Response(hidden(await response.text()), { status, headers });
}
