// 500 hostile ids on every endpoint that takes one: none reaches the hall.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../src/contract/api/api.ts";
import { serveApp, sendRaw, token, type ServedApp } from "../harness/served-app.ts";
import { encode, hostileIds } from "./hostile-ids.ts";

let served: ServedApp;
beforeAll(() => {
  served = serveApp();
});
afterAll(() => served.stop());

const withId = Object.values(routes).filter((route) => route.path.includes(":id"));

/** Of the endpoints that cannot do without one. */
const bodies: Readonly<Record<string, string>> = { [routes.answer.path]: '{"question": 1, "answer": "yes"}' };

const queries: Readonly<Record<string, string>> = { [routes.artifact.path]: "?path=report.md" };
const pathOf = (route: { path: string }, id: string) =>
  `${route.path.replace(":id", id)}${queries[route.path] ?? ""}`;

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
    await statusOf(route.method, pathOf(route, id), bodies[route.path]);
    await statusOf(route.method, pathOf(route, encode(id)), bodies[route.path]);
    expect(served.hall.calls.length).toBe(before + 2);
  }
});
