// Opens the relay, a session's only way to the model. The relay adds the credential, which claude never has, and blocks
// all other requests.
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Credential, credentialHeader, type ModelEndpoint } from "./model-access.ts";

export interface RelayOrder {
  access: ModelEndpoint;
  /** The directory of the socket; `null` to listen on loopback. */
  directory: string | null;
  /** The credential that claude has to send; it is of the same kind as the real one. */
  secret: string;
  /** Headers for every request that override claude's, so that the endpoint knows which job sent it. */
  headers: Readonly<Record<string, string>>;
}

export interface Relay {
  /** `null` if the relay listens on its socket. */
  url: string | null;
  close(): Promise<void>;
}

export const socketName = "relay.sock";

/** How long to retry a refused connection, because a hall may be restarting. */
const refusedForMs = 300_000;
const betweenTriesMs = 500;

/** Longer than the retries, so that claude does not time out first. */
export const patienceMs = 1_200_000;

const openPaths = ["/v1/messages", "/v1/messages/count_tokens"];

export function openRelay(order: RelayOrder): Relay {
  const closing = new AbortController();
  const fetch = (request: Request, server: Bun.Server<undefined>) => {
    server.timeout(request, 0); // a model may think for a long time
    return answer(request, { ...order, signal: AbortSignal.any([request.signal, closing.signal]) });
  };
  if (order.directory === null) {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    return { url: `http://127.0.0.1:${server.port}`, close: () => stop(server, closing) };
  }
  // A socket's path is limited to about 100 characters; going through the descriptor keeps it short.
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
    if (!isRefused(cause)) answer.headers.delete("x-should-retry"); // the connection broke: claude may retry
    return answer;
  }
}

function refusal(status: number, message: string): Response {
  const error = { type: "error", error: { type: "relay_error", message } };
  return Response.json(error, { status, headers: { "x-should-retry": "false" } });
}

/** Headers that belong to this connection or that the relay sets itself; the rest passes unchanged. */
const ownHeader = /^(?:host|connection|content-length|accept-encoding|x-api-key|authorization|x-guild-.*)$/;

function outgoingHeaders(given: Headers, ours: readonly [string, string][]): Headers {
  const headers = new Headers([...given].filter(([name]) => !ownHeader.test(name)));
  for (const [name, value] of [["accept-encoding", "identity"] as const, ...ours]) headers.set(name, value);
  return headers;
}

/** Retries a refused connection, which is safe because the request reached no server. */
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

/** Removes the user name and password that a URL may carry. The password may contain an @ that is not encoded. */
function shownUrl(url: string): string {
  return url.replace(/\/\/[^/\s]*@/, "//");
}

/** Streams the body unchanged. */
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
 * Hides the credential, because an endpoint may quote the one it refused and claude's errors end up in the job's files.
 * Tells claude not to retry with a wrong credential.
 */
async function failed(response: Response, { value }: Credential): Promise<Response> {
  const { status } = response;
  const hidden = (said: string) => said.replaceAll(value, "[credential]");
  const headers = new Headers();
  for (const [name, said] of passedHeaders(response.headers)) headers.set(name, hidden(said));
  if (status === 401 || status === 403) headers.set("x-should-retry", "false");
  return new Response(hidden(await response.text()), { status, headers });
}
