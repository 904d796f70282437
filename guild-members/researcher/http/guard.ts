// Decides whether a request is allowed, before any of its body is read. Refuses web pages, requests without
// the secret, and host names that were made to point to this machine (DNS rebinding).
import { createHash, timingSafeEqual } from "node:crypto";
import { rpcCodes } from "../refusal.ts";
import { errorResponse } from "./replies.ts";

export interface Door {
  /** `null` if every program on this machine may send requests. */
  secret: string | null;
  port: number;
}

export const endpoint = "/mcp";

/** Returns the refusal to send; `null` if the request is allowed. */
export function refuse(request: Request, door: Door): Response | null {
  const { pathname } = new URL(request.url);
  if (pathname !== endpoint) return no(404, `There is only ${endpoint} here.`);
  if (!isOurHost(request.headers.get("host"), door)) return no(403, "This host is not served.");
  if (!isOurOrigin(request.headers, door)) return no(403, "Requests from web pages are not served.");
  if (!hasSecret(request.headers.get("authorization"), door))
    return no(401, "The secret is missing or wrong.", { "www-authenticate": "Bearer" });
  if (request.method !== "POST") return no(405, "Only POST is answered.", { allow: "POST" });
  if (!isJson(request.headers.get("content-type")))
    return no(415, "The content type has to be application/json.");
  return null;
}

function no(status: number, message: string, headers: Record<string, string> = {}): Response {
  return errorResponse({ status, code: rpcCodes.invalidRequest, message, headers });
}

function namesOf({ port }: Door): string[] {
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
}

function isOurHost(host: string | null, door: Door): boolean {
  return host !== null && namesOf(door).includes(host.toLowerCase());
}

/** Returns false for a web page of another origin. A browser sends the page's origin; other programs send none. */
function isOurOrigin(headers: Headers, door: Door): boolean {
  const origin = headers.get("origin");
  if (origin !== null && !namesOf(door).some((name) => origin.toLowerCase() === `http://${name}`))
    return false;
  return ["same-origin", "none"].includes(headers.get("sec-fetch-site") ?? "none");
}

/** Compares digests in constant time, so that timing reveals neither a difference nor the secret's length. */
function hasSecret(authorization: string | null, { secret }: Door): boolean {
  if (secret === null) return true;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isJson(contentType: string | null): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}
