// Sends one HTTP request to a guild member with its secret: only to this machine, never through a proxy, and without
// following redirects.
import type { Send } from "../../../host/network/outbound.ts";
import type { Reached } from "../members.ts";

export interface MemberRequest {
  at: Reached;
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal;
}

/** Sends the request. Throws before anything is sent if the address is not on this machine. */
export function sendToMember(
  send: Send,
  { at, headers: given, ...request }: MemberRequest,
): Promise<Response> {
  const why = whyUnfit(at.url);
  if (why !== null) throw new Error(why);
  const headers = new Headers(given);
  headers.set("authorization", `Bearer ${at.secret}`);
  headers.set("accept-encoding", "identity");
  // Each request uses its own connection, so that leftovers of an earlier answer cannot pass for a later one.
  headers.set("connection", "close");
  return send({ ...request, url: at.url, headers, proxy: null, extraCaFile: null, keepPacked: true });
}

const loopback = new Set(["127.0.0.1", "[::1]"]);

function whyUnfit(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "http:") return "its address is not an http URL";
  if (!loopback.has(url.hostname)) return "its address is not one of this machine";
  return url.username + url.password === "" ? null : "its address carries a password";
}

export function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}
