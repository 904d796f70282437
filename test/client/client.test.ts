// The typed client against the real HTTP door: every route, and every way an answer can be no answer.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createClient } from "../../src/client/client.ts";
import { ClientProblem, hasCode } from "../../src/client/problem.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
import type { ProblemCode } from "../../src/contract/api/problem.ts";
import { serveApp, type ServedApp } from "../harness/served-app.ts";
import { createTestClient } from "../harness/test-client.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

let served: ServedApp;
beforeEach(() => {
  served = serveApp();
});
afterEach(() => served.stop());

const connect = (token?: string) => createTestClient(served.url, token).client;
const unknownId = commissionId.parse("0197f3a2-7c1b-7abc-8def-ffffffffffff");

async function problemOf(promise: Promise<unknown>): Promise<ClientProblem> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ClientProblem);
  return error as ClientProblem;
}

/** A client whose hall answers whatever the test says. */
function answeredBy(response: Response | Error) {
  const answer = () => (response instanceof Error ? Promise.reject(response) : Promise.resolve(response));
  const { after } = createManualClock();
  const wait = async () => undefined;
  return createClient({ url: "http://127.0.0.1:1", token: "t", fetch: answer, wait, after });
}

test("every route has a method that returns what the hall said", async () => {
  const client = connect();
  const made = await client.create({ worker: "researcher", task: "Read.", labels: ["a"] }, "key-1");
  expect((await client.create({ worker: "researcher", task: "Read." }, "key-1")).id).toBe(made.id);
  expect((await client.status()).commissions.pending).toBe(1);
  expect(await client.config()).toMatchObject({ from: "defaults", config: { slots: 5 } });
  expect(await client.workers()).toEqual({ workers: [], toolboxes: [], problems: [] });
  expect((await client.list({ status: "pending", limit: 5 })).commissions.map(({ id }) => id)).toEqual([
    made.id,
  ]);
  expect((await client.detail(made.id)).task).toBe("Read.");
  expect(await client.commissionEvents(made.id, { after: 0 })).toEqual({ events: [], nextAfter: 0 });
  expect((await client.cancel(made.id)).id).toBe(made.id);
  expect((await client.cancel(made.id, "enough")).id).toBe(made.id);
  expect((await client.remove(made.id, { failedToo: true })).deleted).toBe(true);
  expect(await client.call("openapi")).toHaveProperty("openapi", "3.1.0");
});

describe("a problem is thrown with the code of the table", () => {
  const cases: [ProblemCode, () => Promise<unknown>][] = [
    ["not_found", () => connect().detail(unknownId)],
    ["wrong_state", () => connect().result(served.hall.add())],
    ["bad_shape", () => connect().create({ worker: "Nobody!", task: "x" })],
    ["bad_token", () => connect("wrong").status()],
  ];
  for (const [code, act] of cases) {
    test(code, async () => {
      const problem = await problemOf(act());
      expect(problem.code).toBe(code);
      expect(hasCode(problem, code)).toBe(true);
      expect(problem.problem.message).toBe(problem.message);
    });
  }

  test("unreachable, with the cause", async () => {
    await served.stop();
    const problem = await problemOf(connect().status());
    expect(problem.code).toBe("unreachable");
    expect(problem.cause).toBeDefined();
  });

  test("unreachable, for an answer that breaks off", async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("the line was cut")),
    });
    expect((await problemOf(answeredBy(new Response(broken)).status())).code).toBe("unreachable");
  });

  test("internal, for an answer that is not of the contract", async () => {
    const answers = [
      Response.json({ hello: "world" }),
      new Response("<html>"),
      new Response("<html>", { status: 502 }),
      Response.json({ error: { code: "from_the_future", message: "?" } }, { status: 418 }),
      new Response(null, { status: 204 }),
    ];
    for (const answer of answers)
      expect((await problemOf(answeredBy(answer).status())).code).toBe("internal");
  });
});

test("the token follows no redirect", async () => {
  let reached = 0;
  const thief = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ reached: ++reached }),
  });
  const decoy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.redirect(`http://127.0.0.1:${thief.port}/`, 307),
  });
  try {
    const { client } = createTestClient(`http://127.0.0.1:${decoy.port}`);
    await problemOf(client.status());
    expect(reached).toBe(0);
  } finally {
    await Promise.all([thief.stop(true), decoy.stop(true)]);
  }
});

test("an aborted request rejects with the signal's reason", async () => {
  const reason = new Error("changed my mind");
  const error: unknown = await connect()
    .status(AbortSignal.abort(reason))
    .catch((thrown: unknown) => thrown);
  expect(error).toBe(reason);
});

describe("resolving what a person typed as an id", () => {
  test("a unique prefix, in any case, is the id", async () => {
    const id = served.hall.add();
    expect(await connect().resolveId(id.slice(0, 8))).toBe(id);
    expect(await connect().resolveId(` ${id.slice(0, 8).toUpperCase()} `)).toBe(id);
  });

  test("a whole id needs no look-up", async () => {
    expect(await connect().resolveId(unknownId)).toBe(unknownId);
    expect(served.hall.calls).toEqual([]);
  });

  test("a prefix of several is refused and names them", async () => {
    const ids = [served.hall.add(), served.hall.add()];
    const problem = await problemOf(connect().resolveId("0197f3a2"));
    expect(problem.code).toBe("ambiguous_id");
    for (const id of ids) expect(problem.message).toContain(id);
  });

  test("a prefix of none, and what cannot be one, is not found", async () => {
    served.hall.add();
    for (const text of ["ffff", "01", "../victim", "", "0197f3a2*"]) {
      expect((await problemOf(connect().resolveId(text))).code).toBe("not_found");
    }
  });
});
