// Lets in programs on this machine that send the secret, if there is one. Keeps out web pages, whatever host name they
// were loaded from.
import { createHash, timingSafeEqual } from "node:crypto";

export interface Door {
  port: number;
  /** `null` if there is no secret: then every program on this machine may send requests. */
  secret: string | null;
}

/** Returns the refusal to send; `null` if the request is allowed. */
export function refuse(request: Request, { port, secret }: Door): Response | null {
  const names = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  const { headers } = request;
  const origin = headers.get("origin");
  if (new URL(request.url).pathname !== "/mcp") return no(404, "There is only /mcp here.");
  if (!names.includes(headers.get("host") ?? "")) return no(403, "This host is not served.");
  if (origin !== null && !names.some((name) => origin === `http://${name}`))
    return no(403, "Requests from web pages are not served.");
  if (secret !== null && !isSame(headers.get("authorization") ?? "", `Bearer ${secret}`))
    return no(401, "The secret is missing or wrong.");
  return null;
}

/** Compares digests in constant time, so that timing does not reveal where the texts differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function no(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32600, message } }, { status });
}
