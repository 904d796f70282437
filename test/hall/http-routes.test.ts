// What each route answers: success, and every refusal between the guard and the hall. http-create.test.ts has the bodies.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { errorBody, routes } from "../../src/contract/api/api.ts";
import { Fault } from "../../src/contract/api/problem.ts";
import { serveApp, type ServedApp } from "../harness/served-app.ts";

let served: ServedApp;
beforeEach(() => {
  served = serveApp();
});
afterEach(() => served.stop());

const unknownId = "0197f3a2-7c1b-7abc-8def-ffffffffffff";

async function problemOf(response: Response) {
  return { status: response.status, ...errorBody.parse(await response.json()).error };
}

describe("cancelling", () => {
  test("needs no body", async () => {
    const id = served.hall.add();
    const response = await served.ask(`/api/v1/commissions/${id}/cancel`, { method: "POST" });
    expect(response.status).toBe(200);
    const typed = { method: "POST", headers: { "content-type": "application/json" } };
    expect((await served.ask(`/api/v1/commissions/${id}/cancel`, typed)).status).toBe(200);
    expect((await served.ask("/api/v1/commissions", typed)).status).toBe(400);
  });

  test("takes a reason, and nothing else", async () => {
    const path = `/api/v1/commissions/${served.hall.add()}/cancel`;
    expect((await served.ask(path, { method: "POST", body: '{"reason":"enough"}' })).status).toBe(200);
    expect((await served.ask(path, { method: "POST", body: '{"why":"enough"}' })).status).toBe(422);
  });
});

test("stopping needs no body, and takes only whether the work stops too", async () => {
  const stop = (body?: string) => served.ask("/api/v1/stop", { method: "POST", ...(body && { body }) });
  expect(await (await stop()).json()).toEqual({ stopped: [], left: [] });
  expect((await stop('{"stopWork":true}')).status).toBe(200);
  expect((await stop('{"stopWork":"yes"}')).status).toBe(422);
  expect((await stop('{"now":true}')).status).toBe(422);
  expect(served.hall.calls).toEqual(["stop", "stop"]);
});

describe("queries", () => {
  test("are refused when a parameter is unknown, doubled or wrong", async () => {
    const bad = [
      "?colour=red",
      "?limit=1&limit=2",
      "?limit=0",
      "?limit=x",
      "?status=odd",
      "?cursor=1",
      "?prefix=..",
    ];
    for (const query of [...bad, "?__proto__=1", "?toString=1"]) {
      const problem = await problemOf(await served.ask(`/api/v1/commissions${query}`));
      expect({ query, ...problem }).toMatchObject({ query, status: 422, code: "bad_shape" });
    }
    expect(served.hall.calls).toEqual([]);
  });

  test("are taken when they are right", async () => {
    served.hall.add();
    const response = await served.ask("/api/v1/commissions?limit=1&status=pending&filter=a*");
    expect(response.status).toBe(200);
  });
});

test("a well-formed id that nobody has answers 404", async () => {
  expect(await problemOf(await served.ask(`/api/v1/commissions/${unknownId}`))).toMatchObject({
    status: 404,
    code: "not_found",
  });
});

test("a refusal of the hall gets the status the table says", async () => {
  const response = await served.ask(`/api/v1/commissions/${served.hall.add()}/result`);
  expect(await problemOf(response)).toMatchObject({ status: 409, code: "wrong_state" });
});

test("a path that no route has answers 404", async () => {
  for (const path of [
    "/v1/status",
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v2/status",
    "/api/v1/commissions/",
    "/favicon.ico",
  ]) {
    expect(await problemOf(await served.ask(path))).toMatchObject({ status: 404, code: "no_such_route" });
  }
});

test("another method on a known path answers 405 and says which there are", async () => {
  const paths = [...new Set(Object.values(routes).map((route) => route.path))];
  for (const path of paths) {
    const response = await served.ask(filled(path), { method: "PATCH" });
    const allowed = Object.values(routes).filter((route) => isSamePlace(route.path, path));
    expect(response.headers.get("allow")).toBe(allowed.map((route) => route.method).join(", "));
    expect(await problemOf(response)).toMatchObject({ status: 405, code: "method_not_allowed" });
  }
});

function filled(path: string): string {
  return path
    .replace(":id", unknownId)
    .replace(":scope", "global")
    .replace(":key", "notes")
    .replace(":version", "1");
}

/** An entry may be called "compact", like the word by which a scope is condensed. */
function isSamePlace(route: string, path: string): boolean {
  const isKey = path.endsWith("/:scope/compact") && route === "/api/v1/memory/:scope/:key";
  return route === path || isKey;
}

describe("when something is thrown", () => {
  const thrown: [string, unknown, number, string][] = [
    ["a bug", new TypeError("secret detail of line 7"), 500, "internal"],
    ["a fault of the table", new Fault("storage", "The ledger cannot be written."), 503, "storage"],
    ["a full disk", Object.assign(new Error("secret detail"), { code: "ENOSPC" }), 503, "storage"],
    ["a fault that only dresses as a refusal", new Fault("not_found", "secret detail"), 500, "internal"],
    ["something that is no error", "secret detail", 500, "internal"],
  ];
  for (const [name, error, status, code] of thrown) {
    test(`${name} is answered ${status} ${code}, and told to the log alone`, async () => {
      served.hall.failNext(error);
      const response = await served.ask("/api/v1/status");
      const text = await response.text();
      expect(response.status).toBe(status);
      expect(errorBody.parse(JSON.parse(text)).error.code).toBe(code);
      expect(text).not.toContain("secret detail");
      expect(text).not.toContain(".ts:");
      expect(served.failures).toEqual([{ method: "GET", path: "/api/v1/status", cause: error }]);
    });
  }
});

test("a stopping hall says so, but not to strangers", async () => {
  served.app.stop();
  expect(await problemOf(await served.ask("/api/v1/status"))).toMatchObject({
    status: 503,
    code: "stopping",
  });
  expect(await problemOf(await fetch(`${served.url}/api/v1/status`))).toMatchObject({ status: 401 });
});
