// Checks every request before it is parsed and decides who sent it. Refuses requests that a foreign web page
// makes the person's browser send, including by DNS rebinding or from another loopback port.
import { createHash, timingSafeEqual } from "node:crypto";
import { routes } from "../../contract/api/api.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Route } from "../../contract/api/route.ts";
import type { AdmittedVisit, Entrance } from "./page/entrance.ts";

export interface GuardDeps {
  token: string;
  entrance: Pick<Entrance, "admit">;
  /** Returns the port of the hall. It is known only once the hall listens. */
  port(): number;
}

export interface Guard {
  /** Returns who sent the request, or the refusal to answer with. */
  check(request: Request): PassedGuard | Refusal;
  /** Does the same for the page's own files, which need no token and may be opened by a link on any site. */
  checkForPage(request: Request): Refusal | null;
}

export interface PassedGuard {
  ok: true;
  by: CallerKind;
  /** The visit of the browser that signed the request; `null` if it is not signed. */
  signed: AdmittedVisit | null;
}

/** The sender of a request: the holder of the token, a known browser, or a caller that has proven nothing. */
export type CallerKind = "token" | "browser" | "anybody";

interface Own {
  authorities: readonly string[];
  tokenHash: Buffer;
  entrance: Pick<Entrance, "admit">;
}

export function createGuard({ token, entrance, port }: GuardDeps): Guard {
  const tokenHash = hash(token);
  return {
    check: (request) => check(request, { authorities: ownAuthorities(port()), tokenHash, entrance }),
    checkForPage: (request) => checkForPage(request, ownAuthorities(port())),
  };
}

function check(request: Request, own: Own): PassedGuard | Refusal {
  const { headers } = request;
  const refusal =
    checkHost(headers, own.authorities) ??
    checkOrigin(headers, own.authorities) ??
    checkFetchSite(headers) ??
    checkFraming(request);
  return refusal ?? identify(request, own);
}

/** Identifies the sender. Runs last, because an accepted signature is used up and cannot be sent again. */
function identify(request: Request, { tokenHash, entrance }: Own): PassedGuard | Refusal {
  const { pathname, search } = new URL(request.url);
  const asks = exceptions.get(`${request.method} ${pathname}`);
  if (asks === "nothing") return { ok: true, by: "anybody", signed: null };
  const authorization = request.headers.get("authorization") ?? "";
  if (asks === "token" || !/^signed /i.test(authorization))
    return checkToken(authorization, tokenHash) ?? { ok: true, by: "token", signed: null };
  const admitted = entrance.admit({ authorization, method: request.method, path: pathname + search });
  return admitted.ok ? { ok: true, by: "browser", signed: admitted } : admitted;
}

const rows: readonly Route[] = Object.values(routes);
const exceptions = new Map(
  rows.flatMap(({ asks, method, path }) => (asks ? [[`${method} ${path}`, asks]] : [])),
);

function checkForPage(request: Request, authorities: readonly string[]): Refusal | null {
  return (
    checkHost(request.headers, authorities) ??
    checkOrigin(request.headers, authorities) ??
    (isNavigation(request) ? null : checkFetchSite(request.headers)) ??
    checkFraming(request)
  );
}

/**
 * Returns true if a person opens the page, by a link or with `guild-hall open`. A request from a frame, a
 * script or an image does not count.
 */
function isNavigation({ method, headers }: Request): boolean {
  const isOf = (name: string, value: string) => headers.get(name) === value;
  return method === "GET" && isOf("sec-fetch-mode", "navigate") && isOf("sec-fetch-dest", "document");
}

/** Returns the exact Host values of this hall. A prefix or suffix test would let DNS rebinding through. */
function ownAuthorities(port: number): string[] {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const withPort = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...withPort, ...names] : withPort;
}

/**
 * Refuses a Host that does not name this hall. Two Host lines arrive joined by a comma, so they match
 * nothing.
 */
function checkHost(headers: Headers, authorities: readonly string[]): Refusal | null {
  const host = headers.get("host");
  if (host !== null && authorities.includes(host)) return null;
  return refuse("bad_host", "The Host header does not name this hall.", `Use http://${authorities[0]}.`);
}

function checkOrigin(headers: Headers, authorities: readonly string[]): Refusal | null {
  const origin = headers.get("origin");
  if (origin === null || authorities.some((authority) => origin === `http://${authority}`)) return null;
  return refuse("bad_origin", "The hall answers no page of another origin.");
}

function checkFetchSite(headers: Headers): Refusal | null {
  if (!isFromElsewhere(headers)) return null;
  return refuse("bad_origin", "The hall answers no request that another site makes a browser send.");
}

/** Returns true if the browser reports that another site caused this request. */
export function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

function checkToken(authorization: string, tokenHash: Buffer): Refusal | null {
  const given = /^bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
  // Compares hashes, which have equal lengths, so that timing does not reveal how much of a guess was right.
  return given !== undefined && timingSafeEqual(hash(given), tokenHash) ? null : badToken();
}

export function badToken(): Refusal {
  return refuse(
    "bad_token",
    "The Authorization header does not carry this hall's token.",
    'Send "Authorization: Bearer <token>"; the token is in the file "token" of the hall\'s home.',
  );
}

/** Refuses ambiguous framing that Bun lets through. */
function checkFraming(request: Request): Refusal | null {
  const length = request.headers.get("content-length");
  if (length !== null && !/^\d+$/.test(length))
    return refuse("bad_request", "Content-Length is not one number.");
  const hasBody = (length !== null && Number(length) > 0) || request.headers.has("transfer-encoding");
  if (hasBody && request.method !== "POST" && request.method !== "PUT") {
    return refuse("bad_request", `A ${request.method} request carries no body here.`);
  }
  if (!URL.canParse(request.url) || new URL(request.url).protocol !== "http:") {
    return refuse("bad_request", "The request target is not a path of this hall.");
  }
  return null;
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
