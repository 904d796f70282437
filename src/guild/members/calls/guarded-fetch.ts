// Provides the fetch function of the MCP client that talks to a guild member. It reaches only this member,
// and limits how many bytes come back, because the client itself sets no limit.
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import type { Send } from "../../../host/network/outbound.ts";
import { isRedirect, sendToMember } from "./member-request.ts";
import type { Reached } from "../members.ts";
import {
  isCallError,
  JsonRpcProtocolError,
  noAnswer,
  type MemberMethod,
  redirected,
  tooLong,
} from "./rpc-errors.ts";

export interface GuardedFetchDeps {
  send: Send;
  at: Reached;
  asked: MemberMethod;
  /** Fires when the time is up or the caller has aborted. */
  signal: AbortSignal;
  /**
   * Called as soon as a request fails, because the client would otherwise keep waiting for a reply that cannot come.
   */
  fail(error: Error): void;
}

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const seen = { bytes: 0 };
  return async (url, init = {}) => {
    // A GET asks for a stream of the member's notifications, which the hall does not read.
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    try {
      return counted(deps, seen, await pass(deps, String(url), init));
    } catch (cause) {
      const error = isCallError(cause) ? cause : noAnswer(deps.asked, cause);
      if (init.method !== "DELETE") deps.fail(error);
      throw error;
    }
  };
}

async function pass({ send, at, asked, signal }: GuardedFetchDeps, url: string, init: RequestInit) {
  if (url !== at.url) throw new JsonRpcProtocolError({ ...asked, what: "it leads to another address" });
  const response = await sendToMember(send, {
    at,
    method: init.method ?? "POST",
    headers: new Headers(init.headers),
    body: typeof init.body === "string" ? new TextEncoder().encode(init.body) : null,
    signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
  });
  if (isRedirect(response)) throw redirected(asked, response.status);
  if ((response.headers.get("content-encoding") ?? "identity") !== "identity")
    throw new JsonRpcProtocolError({ ...asked, what: "its answer is packed" });
  return response;
}

/** Limits the total of all answers of one connection. */
function counted(deps: GuardedFetchDeps, seen: { bytes: number }, response: Response): Response {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      seen.bytes += piece.length;
      if (seen.bytes <= workerLimits.replyBytes) return controller.enqueue(piece);
      const error = tooLong(deps.asked);
      controller.error(error);
      deps.fail(error);
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(count) ?? null, { status, headers });
}
