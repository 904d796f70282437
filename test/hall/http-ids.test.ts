// 500 hostile ids on every endpoint that takes one: none reaches the hall.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../src/contract/api/api.ts";
import type { Route } from "../../src/contract/api/route.ts";
import { sampleOf } from "../harness/sample-of.ts";
import { serveApp, sendRaw, token, type ServedApp } from "../harness/served-app.ts";
import { encode, hostileIds } from "./hostile-ids.ts";

let served: ServedApp;
beforeAll(() => {
  served = serveApp();
});
afterAll(() => served.stop());

const all: readonly Route[] = Object.values(routes);
const withId = all.filter((route) => route.path.includes(":id"));

/** Both hold what the endpoint cannot do without. */
const bodyOf = ({ body }: Route) =>
  body === undefined || body === "bytes" ? undefined : JSON.stringify(sampleOf(body));
const pathOf = ({ path, query }: Route, id: string) => {
  const search = new URLSearchParams(query && (sampleOf(query) as Record<string, string>));
  return `${path.replace(":id", id).replace(":hash", "0".repeat(64))}${search.size > 0 ? `?${search}` : ""}`;
};

async function statusOf(method: string, path: string, body?: string): Promise<number> {
  const response = await served.ask(path, { method, ...(body !== undefined && { body }) });
  await response.body?.cancel();
  return response.status;
}

test("no hostile id reaches the hall, encoded", async () => {
  const ids = hostileIds();
  expect(ids.length).toBeGreaterThanOrEqual(500);
  for (const route of withId) {
    const answers = await Promise.all(ids.map((id) => statusOf(route.method, pathOf(route, encode(id)))));
    // `..` before /events is, to every URL parser, the path of the event stream: no id, and no harm.
    const wrong = answers.filter((status, at) => ![404, 405, 422, 431].includes(status) && ids[at] !== "..");
    expect({ route: route.path, wrong }).toEqual({ route: route.path, wrong: [] });
  }
  expect(served.hall.calls).toEqual([]);
  expect(served.failures).toEqual([]);
  console.log(`${ids.length} hostile ids on each of ${withId.length} endpoints`);
}, 20_000);

test("no hostile id reaches the hall, as raw bytes", async () => {
  const answers: string[] = [];
  // A segment of dots is taken out of the path before the hall sees it: what is left is another, plain path.
  for (const id of hostileIds().filter((id) => !/(^|\/)\.+(\/|$)/.test(id))) {
    const line = `GET /api/v1/commissions/${id}/result HTTP/1.1\r\n`;
    const head = `Host: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    answers.push(await sendRaw(served.port, line + head, 100));
  }
  expect(answers.filter((answer) => /^HTTP\/1\.1 (2|3|500)/.test(answer))).toEqual([]);
  expect(served.hall.calls).toEqual([]);
}, 20_000);

test("the control: a valid id reaches the hall on every endpoint, also percent-encoded", async () => {
  const id = served.hall.add();
  for (const route of withId) {
    const before = served.hall.calls.length;
    await statusOf(route.method, pathOf(route, id), bodyOf(route));
    await statusOf(route.method, pathOf(route, encode(id)), bodyOf(route));
    expect(served.hall.calls.length).toBe(before + 2);
  }
});
