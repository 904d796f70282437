// The OpenAPI document is made from the contract, served by the hall and committed.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { routes } from "../../src/contract/api/api.ts";
import type { Route } from "../../src/contract/api/route.ts";
import { maxBodyBytes } from "../../src/hall/http/body.ts";
import { createOpenApi } from "../../src/hall/http/openapi.ts";
import { take } from "../../src/hall/http/take.ts";
import { serveApp, type ServedApp, token } from "../harness/served-app.ts";

const root = new URL("../../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };

test('docs/openapi.json is what the contract says; if not, run "npm run docs:openapi"', () => {
  const committed = readFileSync(new URL("docs/openapi.json", root), "utf8");
  expect(committed === `${JSON.stringify(createOpenApi(version), null, 2)}\n`).toBe(true);
});

test("every route of the contract is in the document, and every reference leads somewhere", () => {
  const document = createOpenApi(version) as {
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const route of Object.values(routes)) {
    expect(document.paths[route.path.replace(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()]).toBeDefined();
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name ?? "");
});

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, unknown>;
}

const operations = Object.values(createOpenApi(version)["paths"] as Record<string, Record<string, Operation>>)
  .flatMap((path) => Object.values(path))
  .map((operation): [Operation, Route] => [
    operation,
    routes[operation.operationId as keyof typeof routes] satisfies Route,
  ]);

const namesWith = (header: string) =>
  operations
    .filter(([{ parameters }]) => parameters.some((each) => each.in === "header" && each.name === header))
    .map(([{ operationId }]) => operationId);

/** Whether the door reads the key of a request to this route: it refuses one that is not plain text. */
async function readsKey({ params: _params, query: _query, body: _body, ...route }: Route): Promise<boolean> {
  const headers = { "idempotency-key": "two words" };
  const taken = await take<Route>(route, { request: new Request("http://hall/", { headers }), raw: {} });
  return !taken.ok && taken.problem.message.includes("Idempotency-Key");
}

test("the routes that read an Idempotency-Key are those that say so, in the document and the protocol", async () => {
  const reading: [string, Route][] = [];
  for (const [{ operationId }, route] of operations)
    if (await readsKey(route)) reading.push([operationId, route]);
  expect(reading.map(([name]) => name)).toEqual(["create", "tell", "redispatch", "sendBack"]);
  expect(namesWith("Idempotency-Key")).toEqual(["create", "tell", "redispatch", "sendBack"]);
  expect(namesWith("Last-Event-ID")).toEqual(["stream"]);
  const protocol = readFileSync(new URL("docs/protocol.md", root), "utf8");
  const said = protocol.split("\n").find((line) => line.includes("take an `Idempotency-Key`")) ?? "";
  expect([...said.matchAll(/`(POST [^`]+)`/g)].map(([, route]) => route)).toEqual(
    reading.map(([, { method, path }]) => `${method} ${path}`),
  );
});

const samples: Record<string, string> = {
  id: "0197f3a2-7c1b-7abc-8def-0123456789ab",
  name: "lamps",
  scope: "global",
  key: "style",
  version: "1",
  hash: "0".repeat(64),
};

/** Sends to a route what it refuses, with valid parameters in its path. */
async function statusOf({ app, url }: ServedApp, { method, path }: Route, sent: Sent): Promise<number> {
  const address = path.replace(/:(\w+)/g, (_all, name: string) => samples[name] ?? "");
  const headers = { host: new URL(url).host, authorization: `Bearer ${token}`, ...sent.headers };
  const body = sent.body === undefined ? {} : { body: sent.body };
  const request = new Request(`${url}${address}${sent.query ?? ""}`, { method, headers, ...body });
  return (await app.fetch(request)).status;
}

interface Sent {
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** attachments/uploads.test.ts has the bodies that are files. */
const takesJson = ({ body }: Route) => body !== undefined && body !== "bytes";

const json = { "content-type": "application/json" };

test.each<[string, number, (route: Route) => boolean, Sent]>([
  ["a query that it does not know", 422, () => true, { query: "?lamp=lit" }],
  ["a length that is no number", 400, () => true, { headers: { "content-length": "1, 1" } }],
  ["no token", 401, ({ asks }) => asks !== "nothing", { headers: { authorization: "" } }],
  ["another host", 403, () => true, { headers: { host: "evil.example" } }],
  ["a body that is too long", 413, takesJson, { headers: json, body: " ".repeat(maxBodyBytes + 1) }],
  ["a body of another type", 415, takesJson, { body: "lamp" }],
])("each route that refuses %s says that it may answer with %d", async (_what, status, isMeant, sent) => {
  const served = serveApp();
  try {
    const unsaid: string[] = [];
    for (const [{ operationId, responses }, route] of operations.filter(([, each]) => isMeant(each))) {
      expect([operationId, await statusOf(served, route, sent)]).toEqual([operationId, status]);
      if (responses[status] === undefined) unsaid.push(operationId);
    }
    expect(unsaid).toEqual([]);
  } finally {
    await served.stop();
  }
});

test("the hall serves the document to whoever has the token", async () => {
  const served = serveApp();
  try {
    expect((await fetch(`${served.url}/api/v1/openapi.json`)).status).toBe(401);
    expect(await (await served.ask("/api/v1/openapi.json")).json()).toEqual(createOpenApi("0.0.0"));
  } finally {
    await served.stop();
  }
});
