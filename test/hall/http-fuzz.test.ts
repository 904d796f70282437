// Generated bodies against POST /commissions: always an answer, never a failure of the hall. The long run has 20,000.
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { maxBodyBytes } from "../../src/hall/http/body.ts";
import { serveApp, token, type ServedApp } from "../harness/served-app.ts";
import { body, type } from "./fuzzed-bodies.ts";
import { isLongRun } from "../harness/long.ts";

const inProcess = isLongRun ? 19_600 : 2600;
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
