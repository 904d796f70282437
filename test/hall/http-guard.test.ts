// Hostile Host, Origin, method and framing cases over raw sockets. Each differs from a request that is
// answered (the control) in one thing only.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chunked,
  commission,
  format,
  hostileRequests,
  post,
  sized,
  type Case,
  type Parts,
} from "./hostile-requests.ts";
import { sendRaw, serveApp, token, type ServedApp } from "../harness/served-app.ts";

let served: ServedApp;
beforeAll(() => {
  served = serveApp();
});
afterAll(() => served.stop());

function send(parts: Case[1]): Promise<string> {
  const made = typeof parts === "function" ? parts(served.port) : parts;
  return sendRaw(
    served.port,
    Buffer.from(typeof made === "string" ? made : format(served.port, made), "latin1"),
  );
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

async function expectRefused([name, parts]: Case): Promise<void> {
  const answer = await send(parts);
  // Every answer on the connection counts: a second one would be a smuggled request.
  for (const status of [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))) {
    expect({ name, status, refused: status >= 400 && status !== 500 }).toEqual({
      name,
      status,
      refused: true,
    });
  }
  expect(answer.toLowerCase()).not.toContain("access-control-");
}

describe("the guard refuses, before the hall does anything,", () => {
  for (const [table, cases] of Object.entries(hostileRequests)) {
    test(`${cases.length} hostile ${table}`, async () => {
      const before = served.hall.calls.length;
      await Promise.all(cases.map(expectRefused));
      expect(served.hall.calls.slice(before)).toEqual([]);
      expect(served.clock.pending()).toBe(0);
    });
  }
});

describe("the controls: what is answered", () => {
  const controls: Case[] = [
    ["a plain request", {}],
    ["localhost", (port) => ({ host: `localhost:${port}` })],
    ["the IPv6 loopback", (port) => ({ host: `[::1]:${port}` })],
    ["HTTP/1.0 with our host", { line: "GET /api/v1/status HTTP/1.0" }],
    ["our own origin", (port) => ({ headers: [`Origin: http://127.0.0.1:${port}`] })],
    ["our other origin", (port) => ({ headers: [`Origin: http://localhost:${port}`] })],
    ["Sec-Fetch-Site: same-origin", { headers: ["Sec-Fetch-Site: same-origin"] }],
    ["Sec-Fetch-Site: none", { headers: ["Sec-Fetch-Site: none"] }],
    ["a scheme in lower case", { authorization: `bearer ${token}` }],
    ["a header that says who forwarded it", { headers: ["X-Forwarded-Host: evil.example"] }],
    ["a sized body", post([sized])],
    ["a chunked body", chunked(`${commission.length.toString(16)}\r\n${commission}\r\n0\r\n\r\n`)],
  ];
  for (const [name, parts] of controls) {
    test(name, async () => {
      const before = served.hall.calls.length;
      const answer = await send(parts);
      expect([200, 201]).toContain(statusOf(answer));
      expect(served.hall.calls.length).toBe(before + 1);
      expect(answer.toLowerCase()).not.toContain("access-control-");
    });
  }
});

test("a second request on the same connection meets the guard again", async () => {
  const before = served.hall.calls.length;
  const answer = await send(
    (port) => format(port, { keepAlive: true }) + format(port, { host: "evil.example" }),
  );
  expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(["200", "403"]);
  expect(served.hall.calls.length).toBe(before + 1);
});

test("each refusal of the guard names its code", async () => {
  const codeOf = async (parts: Parts) => /"code":"(\w+)"/.exec(await send(parts))?.[1];
  expect(await codeOf({ host: "evil.example" })).toBe("bad_host");
  expect(await codeOf({ headers: ["Origin: null"] })).toBe("bad_origin");
  expect(await codeOf({ headers: ["Sec-Fetch-Site: same-site"] })).toBe("bad_origin");
  expect(await codeOf({ authorization: "Bearer wrong" })).toBe("bad_token");
  expect(await codeOf({ headers: ["Content-Length: 2"], body: "{}" })).toBe("bad_request");
});

test("every answer forbids storing, sniffing and embedding", async () => {
  const answers = await Promise.all([
    served.ask("/api/v1/status"),
    served.ask("/api/v1/nothing"),
    fetch(`${served.url}/api/v1/status`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401]);
  for (const answer of answers) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toStartWith("default-src 'none'");
    await answer.text();
  }
});

test("there are at least 60 hostile cases", () => {
  expect(Object.values(hostileRequests).flat().length).toBeGreaterThanOrEqual(60);
});
