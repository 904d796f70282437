// 20,000 generated bodies against POST /commissions: always an answer, never a failure of the hall.
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { maxBodyBytes } from "../../src/daemon/http/body.ts";
import { serveApp, token, type ServedApp } from "../harness/served-app.ts";

const inProcess = 19_600;
const overTheSocket = 400;

let served: ServedApp;
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => void rejections.push(reason);
beforeAll(() => {
  served = serveApp();
  process.on("unhandledRejection", onRejection);
});
afterAll(async () => {
  process.off("unhandledRejection", onRejection);
  await served.stop();
});

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const oddKey = fc.constantFrom("__proto__", "constructor", "toString", "then", "toJSON", "", "0", "length");
const oddValue = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.double(),
  fc.constantFrom(null, -0, 1e308, 2 ** 53, "\ud800", "\u0000", "../victim", "x".repeat(50_000), {}, []),
);

/** Mostly right, so that the fuzz gets past the first check. */
const nearlyRight = fc
  .record(
    {
      worker: fc.oneof(
        { weight: 4, arbitrary: fc.constant<unknown>("researcher") },
        { weight: 1, arbitrary: oddValue },
      ),
      task: fc.oneof({ weight: 4, arbitrary: anyText }, { weight: 1, arbitrary: oddValue }),
      title: fc.oneof(anyText as fc.Arbitrary<unknown>, oddValue),
      labels: fc.oneof(fc.array(anyText) as fc.Arbitrary<unknown>, oddValue),
      rehearsal: oddValue,
      config: fc.oneof(
        fc.record(
          { maxTurns: oddValue, maxBudgetUsd: oddValue, model: oddValue, tools: oddValue },
          { requiredKeys: [] },
        ),
        oddValue,
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const right = fc
  .record(
    { worker: fc.constant("researcher"), task: fc.string({ unit: "binary", minLength: 2 }), title: anyText },
    { requiredKeys: ["worker", "task"] },
  )
  .map((value) => JSON.stringify(value));
const withOddKey = fc
  .tuple(nearlyRight, oddKey, oddValue)
  .map(([text, key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"},${text.slice(1)}`);
const damaged = fc
  .tuple(nearlyRight, fc.nat(), fc.string({ unit: "binary", maxLength: 3 }))
  .map(
    ([text, at, noise]) =>
      text.slice(0, at % (text.length + 1)) + noise + text.slice((at % (text.length + 1)) + 1),
  );
const nested = fc.nat({ max: 5000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth));
const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: nearlyRight },
  { weight: 1, arbitrary: right },
  { weight: 2, arbitrary: withOddKey },
  { weight: 2, arbitrary: damaged },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
);
const type = fc.oneof(
  { weight: 9, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("text/plain", "application/json; charset=latin1", "application/json;", "x"),
  },
);

const expected = [201, 400, 413, 415, 422];

function headers(contentType: string): Record<string, string> {
  const host = `127.0.0.1:${served.port}`;
  return { host, authorization: `Bearer ${token}`, "content-type": contentType };
}

async function check(response: Response, seen: Map<number, number>): Promise<void> {
  const answer = (await response.json()) as { id?: string; error?: { code: string; message: string } };
  seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
  expect(expected).toContain(response.status);
  expect(response.status === 201 ? answer.id : answer.error?.code).toBeString();
}

test(`${inProcess + overTheSocket} fuzzed bodies are each answered, and the hall stands`, async () => {
  const seen = new Map<number, number>();
  const url = `${served.url}/api/v1/commissions`;
  const run = (
    send: (request: { method: string; headers: Record<string, string>; body: BodyInit }) => unknown,
  ) =>
    fc.asyncProperty(body, type, async (text, contentType) => {
      const response = await send({ method: "POST", headers: headers(contentType), body: text });
      await check(response as Response, seen);
    });
  await fc.assert(
    run((init) => served.app.fetch(new Request(url, init))),
    { numRuns: inProcess, seed: 1 },
  );
  await fc.assert(
    run((init) => fetch(url, init)),
    { numRuns: overTheSocket, seed: 2 },
  );

  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${total} fuzzed bodies:`, Object.fromEntries(seen));
  expect(total).toBe(inProcess + overTheSocket);
  for (const status of [201, 400, 415, 422]) expect(seen.get(status) ?? 0).toBeGreaterThan(100);
  expect(served.failures).toEqual([]);
  expect(rejections).toEqual([]);
  expect((await served.ask("/api/v1/status")).status).toBe(200);
}, 60_000);

test("a body of the largest size that is all noise is answered in good time", async () => {
  const noise = `{"worker":${"[{".repeat((maxBodyBytes - 20) / 2)}`;
  const response = await served.ask("/api/v1/commissions", { method: "POST", body: noise });
  expect(response.status).toBe(400);
});
