// Who is let in at the researcher's door. Each refusal comes before anything is done, and in a shape that can be read.
import { afterEach, expect, test } from "bun:test";
import { request } from "node:http";
import { closeMembers, openTestMember } from "../harness/members/some-member.ts";

afterEach(closeMembers);

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** With node's own client, which sends any header as it is told. */
function ask(url: string, { method = "POST", path = "/mcp", headers = {} }: Asked) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const order = { jsonrpc: "2.0", id: 1, method: "worker/dispatch", params: { description: "A", task: "B" } };
  const { port } = new URL(url);
  const asking = request(
    { host: "127.0.0.1", port, method, path, headers: { "content-type": "application/json", ...headers } },
    (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    },
  );
  asking.on("error", reject);
  asking.end(["GET", "HEAD"].includes(method) ? undefined : JSON.stringify(order));
  return promise;
}

const secret = "the-right-one";
const bearer = { authorization: `Bearer ${secret}` };

const refused: [string, Asked, number][] = [
  ["another path", { path: "/" }, 404],
  ["a path below", { path: "/mcp/x" }, 404],
  ["a path that goes round", { path: "/x/..%2fmcp" }, 404],
  ["GET", { method: "GET" }, 405],
  ["DELETE", { method: "DELETE" }, 405],
  ["PUT", { method: "PUT" }, 405],
  [
    "OPTIONS, as a browser asks first",
    { method: "OPTIONS", headers: { origin: "http://evil.example" } },
    403,
  ],
  ["a name that was made to point here", { headers: { host: "evil.example" } }, 403],
  ["a host that begins like ours", { headers: { host: "127.0.0.1.evil.example" } }, 403],
  ["our address without the port", { headers: { host: "127.0.0.1" } }, 403],
  ["our address with another port", { headers: { host: "127.0.0.1:1" } }, 403],
  ["a page on the web", { headers: { origin: "https://evil.example" } }, 403],
  ["a page without an origin", { headers: { origin: "null" } }, 403],
  ["a page on another port", { headers: { origin: "http://127.0.0.1:1" } }, 403],
  ["an origin that is empty", { headers: { origin: "" } }, 403],
  ["a browser that says cross-site", { headers: { "sec-fetch-site": "cross-site" } }, 403],
  ["a browser that says same-site", { headers: { "sec-fetch-site": "same-site" } }, 403],
  ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
  ["plain text, which needs no asking first", { headers: { "content-type": "text/plain" } }, 415],
  ["no secret", { headers: { authorization: "" } }, 401],
  ["a wrong secret", { headers: { authorization: "Bearer wrong" } }, 401],
  ["half of the secret", { headers: { authorization: `Bearer ${secret.slice(0, -1)}` } }, 401],
  ["more than the secret", { headers: { authorization: `Bearer ${secret}x` } }, 401],
  ["the secret in another scheme", { headers: { authorization: `Basic ${secret}` } }, 401],
];

test("whoever should not come in is refused, and no job comes of it", async () => {
  const member = await openTestMember({ secret });
  for (const [name, asked, status] of refused) {
    const answer = await ask(member.url, { ...asked, headers: { ...bearer, ...asked.headers } });
    expect([name, answer.status]).toEqual([name, status]);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  }
  expect(member.begun).toEqual([]);
  const listing = await ask(member.url, { headers: bearer });
  expect(listing.status).toBe(200);
});

test("who may come in does: by each name of this machine, and from a page of our own", async () => {
  const member = await openTestMember({ secret });
  const { port } = new URL(member.url);
  const letIn: Record<string, string>[] = [
    {},
    { host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { host: `LOCALHOST:${port}` },
    { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" },
    { origin: `http://localhost:${port}` },
    { "sec-fetch-site": "none" },
    { authorization: `bearer ${secret}` },
    { "content-type": "Application/JSON;charset=utf-8" },
  ];
  for (const headers of letIn)
    expect([headers, (await ask(member.url, { headers: { ...bearer, ...headers } })).status]).toEqual([
      headers,
      200,
    ]);
});

test("without a secret the member asks for none", async () => {
  const member = await openTestMember();
  expect((await ask(member.url, {})).status).toBe(200);
  expect((await ask(member.url, { headers: { origin: "https://evil.example" } })).status).toBe(403);
});
