// Requests no browser of the person and no honest client sends, each with one thing wrong, as bytes.
import { token } from "../harness/served-app.ts";

export interface Parts {
  line?: string;
  host?: string | string[] | null;
  authorization?: string | string[] | null;
  headers?: string[];
  body?: string;
  /** Left open for a second request. */
  keepAlive?: boolean;
}

export type Case = [name: string, parts: Parts | ((port: number) => Parts | string)];

const list = (value: string | string[] | null) => (value === null ? [] : [value].flat());

export function format(port: number, parts: Parts): string {
  const hosts = list(parts.host === undefined ? `127.0.0.1:${port}` : parts.host);
  const tokens = list(parts.authorization === undefined ? `Bearer ${token}` : parts.authorization);
  return [
    parts.line ?? "GET /api/v1/status HTTP/1.1",
    ...hosts.map((host) => `Host: ${host}`),
    ...tokens.map((value) => `Authorization: ${value}`),
    ...(parts.keepAlive ? [] : ["Connection: close"]),
    ...(parts.headers ?? []),
    "",
    parts.body ?? "",
  ].join("\r\n");
}

const create = "POST /api/v1/commissions HTTP/1.1";
export const commission = JSON.stringify({ worker: "researcher", task: "Read." });
const asJson = "Content-Type: application/json";
export const post = (headers: string[], body = commission): Parts => ({
  line: create,
  headers: [asJson, ...headers],
  body,
});
export const chunked = (body: string) => post(["Transfer-Encoding: chunked"], body);
export const sized = `Content-Length: ${commission.length}`;

const hosts: Case[] = [
  ["a foreign host", { host: "evil.example" }],
  ["a foreign host with our port", (port) => ({ host: `evil.example:${port}` })],
  ["our host without the port", { host: "127.0.0.1" }],
  ["our host with another port", (port) => ({ host: `127.0.0.1:${port + 1}` })],
  ["our host with a port that starts like ours", (port) => ({ host: `127.0.0.1:${port}0` })],
  ["our host with a zero before the port", (port) => ({ host: `127.0.0.1:0${port}` })],
  ["our host as a prefix", (port) => ({ host: `127.0.0.1:${port}.evil.example` })],
  ["our host as the first label", (port) => ({ host: `127.0.0.1.evil.example:${port}` })],
  ["localhost as a prefix", (port) => ({ host: `localhost.evil.example:${port}` })],
  ["localhost as a suffix", (port) => ({ host: `evil-localhost:${port}` })],
  ["a subdomain of localhost", (port) => ({ host: `evil.localhost:${port}` })],
  ["a trailing dot", (port) => ({ host: `localhost.:${port}` })],
  ["upper case", (port) => ({ host: `LOCALHOST:${port}` })],
  ["userinfo before it", (port) => ({ host: `user@127.0.0.1:${port}` })],
  ["our host as userinfo", (port) => ({ host: `127.0.0.1:${port}@evil.example` })],
  ["a scheme before it", (port) => ({ host: `http://127.0.0.1:${port}` })],
  ["a path after it", (port) => ({ host: `127.0.0.1:${port}/` })],
  ["a fragment after it", (port) => ({ host: `127.0.0.1:${port}#.evil.example` })],
  ["another loopback address", (port) => ({ host: `127.0.0.2:${port}` })],
  ["the address as one number", (port) => ({ host: `2130706433:${port}` })],
  ["the address in octal", (port) => ({ host: `0177.0.0.1:${port}` })],
  ["the address shortened", (port) => ({ host: `127.1:${port}` })],
  ["the unspecified address", (port) => ({ host: `0.0.0.0:${port}` })],
  ["IPv6 without brackets", (port) => ({ host: `::1:${port}` })],
  ["IPv6 written out", (port) => ({ host: `[0:0:0:0:0:0:0:1]:${port}` })],
  ["IPv4 mapped to IPv6", (port) => ({ host: `[::ffff:127.0.0.1]:${port}` })],
  ["an empty host", { host: "" }],
  ["no host", { host: null }],
  ["no host in HTTP/1.0", { line: "GET /api/v1/status HTTP/1.0", host: null }],
  ["two hosts, ours first", (port) => ({ host: [`127.0.0.1:${port}`, "evil.example"] })],
  ["two hosts, ours last", (port) => ({ host: ["evil.example", `127.0.0.1:${port}`] })],
  ["our host twice", (port) => ({ host: [`127.0.0.1:${port}`, `127.0.0.1:${port}`] })],
  ["two hosts in one line", (port) => ({ host: `127.0.0.1:${port}, evil.example` })],
  [
    "a foreign host, ours as X-Forwarded-Host",
    (port) => ({
      host: "evil.example",
      headers: [`X-Forwarded-Host: 127.0.0.1:${port}`, `Forwarded: host=127.0.0.1:${port}`],
    }),
  ],
  [
    "a foreign host, ours in an absolute target",
    (port) => ({
      line: `GET http://127.0.0.1:${port}/api/v1/status HTTP/1.1`,
      host: "evil.example",
    }),
  ],
  ["a space before the colon", (port) => ({ host: null, headers: [`Host : 127.0.0.1:${port}`] })],
];

const origins: Case[] = [
  ["a foreign origin", { headers: ["Origin: http://evil.example"] }],
  ["the origin null", { headers: ["Origin: null"] }],
  ["an empty origin", { headers: ["Origin:"] }],
  ["another loopback port", (port) => ({ headers: [`Origin: http://127.0.0.1:${port + 1}`] })],
  ["our host without the port", { headers: ["Origin: http://localhost"] }],
  ["our host over TLS", (port) => ({ headers: [`Origin: https://127.0.0.1:${port}`] })],
  ["our origin as a prefix", (port) => ({ headers: [`Origin: http://127.0.0.1:${port}.evil.example`] })],
  ["our origin with a path", (port) => ({ headers: [`Origin: http://127.0.0.1:${port}/`] })],
  ["our origin in upper case", (port) => ({ headers: [`Origin: HTTP://LOCALHOST:${port}`] })],
  [
    "two origins, ours first",
    (port) => ({
      headers: [`Origin: http://127.0.0.1:${port}`, "Origin: http://evil.example"],
    }),
  ],
  ["an extension's origin", { headers: ["Origin: chrome-extension://abcdefghijklmnop"] }],
  [
    "a foreign origin that opens a WebSocket",
    {
      headers: [
        "Origin: http://evil.example",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      ],
    },
  ],
  [
    "a preflight",
    {
      line: "OPTIONS /api/v1/commissions HTTP/1.1",
      headers: ["Origin: http://evil.example", "Access-Control-Request-Method: POST"],
    },
  ],
  ["Sec-Fetch-Site: cross-site", { headers: ["Sec-Fetch-Site: cross-site"] }],
  ["Sec-Fetch-Site: same-site", { headers: ["Sec-Fetch-Site: same-site"] }],
  ["an unknown Sec-Fetch-Site", { headers: ["Sec-Fetch-Site: friend"] }],
  ["two Sec-Fetch-Site", { headers: ["Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"] }],
];

const tokens: Case[] = [
  ["no token", { authorization: null }],
  ["an empty token", { authorization: "Bearer " }],
  ["another token", { authorization: "Bearer wrong" }],
  ["a token that starts like ours", { authorization: `Bearer ${token}x` }],
  ["the start of our token", { authorization: `Bearer ${token.slice(0, -1)}` }],
  ["our token in upper case", { authorization: `Bearer ${token.toUpperCase()}` }],
  ["our token under another scheme", { authorization: `Basic ${token}` }],
  ["our token without a scheme", { authorization: token }],
  ["our token and another", { authorization: [`Bearer ${token}`, "Bearer wrong"] }],
  ["our token in a cookie", { authorization: null, headers: [`Cookie: token=${token}`] }],
  ["our token in the query", { authorization: null, line: `GET /api/v1/status?token=${token} HTTP/1.1` }],
  ["our token on a folded line", { authorization: null, headers: [`Authorization: Bearer`, ` ${token}`] }],
];

const methods: Case[] = [
  ["TRACE", { line: "TRACE /api/v1/status HTTP/1.1" }],
  ["CONNECT", { line: "CONNECT evil.example:443 HTTP/1.1" }],
  ["CONNECT to ourselves", (port) => ({ line: `CONNECT 127.0.0.1:${port} HTTP/1.1` })],
  ["OPTIONS", { line: "OPTIONS /api/v1/status HTTP/1.1" }],
  ["OPTIONS *", { line: "OPTIONS * HTTP/1.1" }],
  ["HEAD", { line: "HEAD /api/v1/status HTTP/1.1" }],
  ["HEAD of the event stream", { line: "HEAD /api/v1/events HTTP/1.1" }],
  ["PUT", { line: "PUT /api/v1/commissions HTTP/1.1", headers: ["Content-Length: 0"] }],
  ["PATCH", { line: "PATCH /api/v1/commissions HTTP/1.1", headers: ["Content-Length: 0"] }],
  ["an unknown method", { line: "SUMMON /api/v1/status HTTP/1.1" }],
  ["a method in lower case", { line: "get /api/v1/status HTTP/1.1" }],
  [
    "a POST that asks to be a GET",
    {
      line: "POST /api/v1/status HTTP/1.1",
      headers: ["X-HTTP-Method-Override: GET", "Content-Length: 0"],
    },
  ],
  [
    "a POST that asks to be a DELETE",
    {
      line: "POST /api/v1/commissions/0197f3a2-7c1b-7abc-8def-000000000001 HTTP/1.1",
      headers: ["X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE", "Content-Length: 0"],
    },
  ],
];

const framing: Case[] = [
  ["Content-Length and Transfer-Encoding", post([sized, "Transfer-Encoding: chunked"])],
  ["two different Content-Lengths", post([sized, "Content-Length: 1"])],
  ["the same Content-Length twice", post([sized, sized])],
  ["a list of Content-Lengths", post([`${sized}, ${commission.length}`])],
  ["a signed Content-Length", post([`Content-Length: +${commission.length}`])],
  ["a negative Content-Length", post(["Content-Length: -1"])],
  ["a hexadecimal Content-Length", post([`Content-Length: 0x${commission.length.toString(16)}`])],
  ["a Content-Length beyond all numbers", post(["Content-Length: 99999999999999999999"])],
  ["a chunk size that is no number", chunked(`zz\r\n${commission}\r\n0\r\n\r\n`)],
  ["a negative chunk size", chunked(`-5\r\n${commission}\r\n0\r\n\r\n`)],
  ["a chunk longer than it says", chunked(`2\r\n${commission}\r\n0\r\n\r\n`)],
  ["an unknown transfer coding", post(["Transfer-Encoding: xchunked"])],
  ["two transfer codings", post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"])],
  ["a space before a header's colon", post([sized, "Transfer-Encoding : chunked"])],
  [
    "a chunked body in HTTP/1.0",
    {
      line: "POST /api/v1/commissions HTTP/1.0",
      headers: [asJson, "Transfer-Encoding: chunked"],
      body: `${commission.length.toString(16)}\r\n${commission}\r\n0\r\n\r\n`,
    },
  ],
  ["a folded header", { headers: ["X-Note: one", " two"] }],
  ["a header without a colon", { headers: ["nonsense"] }],
  ["a NUL in a header", { headers: ["X-Note: a\0b"] }],
  ["a huge header", { headers: [`X-Note: ${"a".repeat(200_000)}`] }],
  ["very many headers", { headers: Array.from({ length: 1000 }, () => "X-Note: a") }],
  ["a GET with a body", { headers: ["Content-Length: 2"], body: "{}" }],
  ["lines that end in LF alone", (port) => format(port, {}).replaceAll("\r\n", "\n")],
  ["lines that end in CR alone", (port) => format(port, {}).replaceAll("\r\n", "\r")],
  ["HTTP/0.9", () => "GET /api/v1/status\r\n\r\n"],
  ["HTTP/2.0 in clear text", { line: "GET /api/v1/status HTTP/2.0" }],
  ["the HTTP/2 preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a TLS hello", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
];

const targets: Case[] = [
  ["a NUL in the path", { line: "GET /api/v1/status\0 HTTP/1.1" }],
  ["an encoded NUL in the path", { line: "GET /api/v1/status%00 HTTP/1.1" }],
  ["an encoded line end in the path", { line: "GET /api/v1/status%0d%0aX-Note:%20a HTTP/1.1" }],
  ["a space in the path", { line: "GET /api/v1/status x HTTP/1.1" }],
  ["bytes beyond ASCII in the path", { line: "GET /api/v1/status\xff HTTP/1.1" }],
  ["two slashes at the start", { line: "GET //api/v1/status HTTP/1.1" }],
  ["a slash at the end", { line: "GET /api/v1/status/ HTTP/1.1" }],
  ["a path in upper case", { line: "GET /API/V1/STATUS HTTP/1.1" }],
  ["an encoded slash", { line: "GET /api%2fv1/status HTTP/1.1" }],
  ["a backslash", { line: "GET \\api\\v1\\status HTTP/1.1" }],
  ["a target without a slash", { line: "GET @evil.example/api/v1/status HTTP/1.1" }],
  ["a huge path", { line: `GET /${"a".repeat(200_000)} HTTP/1.1` }],
  ["a query nobody asked for", { line: "GET /api/v1/status?x=1 HTTP/1.1" }],
];

export const hostileRequests = { hosts, origins, tokens, methods, framing, targets };
