// Everything hostile that the HTTP door refuses, sent to the real hall: its home stays as it is, and it goes on.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { routes } from "../../src/contract/api/api.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { commissionId, packageName } from "../../src/contract/home/ids.ts";
import { body, type } from "../hall/fuzzed-bodies.ts";
import { encode, hostileIds } from "../hall/hostile-ids.ts";
import { commission, format, hostileRequests, type Case, type Parts } from "../hall/hostile-requests.ts";
import { snapshotOf } from "../harness/find-text.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { hanging } from "../harness/rehearsals.ts";
import { sendRaw, token as tokenOfCases } from "../harness/served-app.ts";
import { isLongRun, longTest } from "../harness/long.ts";

const home = new TestHome();
let hall: TestHall;
let token: string;
let port: number;

beforeAll(async () => {
  hall = await home.open();
  token = readFileSync(hall.record.tokenFile, "utf8").trim();
  port = Number(new URL(hall.record.url).port);
  // Something to find, to change and to lose.
  const request = { worker: packageName.parse("researcher"), task: "Wait.", rehearsal: hanging };
  const { id } = await hall.client.create(request);
  expect(home.ids()).toEqual([id]);
  expect((await hall.client.cancel(id)).status).toBe("cancelled");
}, 30_000);
afterAll(() => home.dispose());

const snapshot = () => snapshotOf(home.root, (path) => path.startsWith("logs"));

async function expectUnmoved(before: string[]): Promise<void> {
  expect(snapshot()).toEqual(before);
  await expectSound();
}

/** It is the same process, it answers, and nothing failed inside. */
async function expectSound(): Promise<void> {
  expect((await hall.client.status()).pid).toBe(hall.pid);
  const lines = readFileSync(homeLayout(home.root).hallLog, "utf8").trimEnd().split("\n");
  expect(lines.filter((line) => (JSON.parse(line) as { level: string }).level !== "info")).toEqual([]);
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
  return fetch(`${hall.record.url}${path}`, { ...init, headers });
}

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const response = await ask(path, init);
  await response.body?.cancel();
  return response.status;
}

/** The cases were written for a token of their own; here they carry this hall's. */
function bytesOf(parts: Case[1]): Buffer {
  const made = typeof parts === "function" ? parts(port) : parts;
  const text = typeof made === "string" ? made : format(port, made);
  const own = text
    .replaceAll(tokenOfCases, token)
    .replaceAll(tokenOfCases.toUpperCase(), token.toUpperCase());
  return Buffer.from(own, "latin1");
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));

/** A method or a version that nobody speaks may be answered 501 or 505 by the server itself. */
const letIn = (answer: string) =>
  statusesIn(answer).filter((status) => status < 400 || (status >= 500 && status !== 501 && status !== 505));

describe("the real hall refuses", () => {
  for (const [table, cases] of Object.entries(hostileRequests)) {
    test(`${cases.length} hostile ${table}`, async () => {
      const before = snapshot();
      const answers = await Promise.all(cases.map(([, parts]) => sendRaw(port, bytesOf(parts))));
      const wrong = cases.filter((_, at) => letIn(answers[at] ?? "").length > 0).map(([name]) => name);
      expect(wrong).toEqual([]);
      expect(answers.flatMap(statusesIn).length).toBeGreaterThan(cases.length / 2);
      await expectUnmoved(before);
    });
  }

  test("a commission under another media type", async () => {
    const before = snapshot();
    const types = ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded", "text/json"];
    const near = ["application/json-patch+json", "text/plain; application/json", "application/jsonx", "*/*"];
    for (const contentType of [...types, ...near]) {
      const headers = { "content-type": contentType };
      const status = await statusOf("/api/v1/commissions", { method: "POST", headers, body: commission });
      expect({ contentType, status }).toEqual({ contentType, status: 415 });
    }
    await expectUnmoved(before);
  });

  test("the control: the same request with nothing wrong is answered, by its own name for it", async () => {
    const own: Parts = { headers: [`Origin: http://127.0.0.1:${port}`, "Sec-Fetch-Site: same-origin"] };
    expect(statusesIn(await sendRaw(port, bytesOf(own)))).toEqual([200]);
    const headers = { "content-type": "application/json" };
    const answer = await ask("/api/v1/commissions", { method: "POST", headers, body: commission });
    expect(await answer.json()).toMatchObject({ error: { code: "no_model" } });
  });
});

const bodies = isLongRun ? 2000 : 400;

describe("ids nobody has", () => {
  const withId = Object.values(routes).filter((route) => route.path.includes(":id"));

  async function askAll(ids: readonly string[]): Promise<void> {
    for (const route of withId) {
      const pathOf = (id: string) => route.path.replace(":id", encode(id));
      const order = { method: route.method, ...bodyFor(route.path) };
      const answers = await Promise.all(ids.map((id) => statusOf(pathOf(id), order)));
      // `..` before /events is, to every URL parser, the path of the event stream: no id, and no harm.
      const wrong = ids.filter((id, at) => ![404, 405, 422, 431].includes(answers[at] ?? 0) && id !== "..");
      expect({ route: route.path, wrong }).toEqual({ route: route.path, wrong: [] });
    }
  }

  /** An answer and a note have to say something, or they are refused before their id is looked at. */
  const words = { "/answers": { question: 1, answer: "Yes." }, "/notes": { text: "Listen." } };

  function bodyFor(path: string) {
    const said = Object.entries(words).find(([end]) => path.endsWith(end))?.[1];
    if (said === undefined) return {};
    return { headers: { "content-type": "application/json" }, body: JSON.stringify(said) };
  }

  test("500 hostile ones on every endpoint change nothing", async () => {
    const before = snapshot();
    const ids = hostileIds();
    expect(ids.length).toBeGreaterThanOrEqual(500);
    await askAll(ids);
    await expectUnmoved(before);
  }, 30_000);

  longTest(
    "the same as raw bytes change nothing",
    async () => {
      const before = snapshot();
      // A segment of dots is taken out of the path before the hall sees it: what is left is another, plain path.
      const ids = hostileIds().filter((id) => !/(^|\/)\.+(\/|$)/.test(id));
      for (const id of ids) {
        const line = `DELETE /api/v1/commissions/${id}?failedToo=true HTTP/1.1`;
        const answer = await sendRaw(port, bytesOf({ line }), 100);
        expect({ id, wrong: letIn(answer) }).toEqual({ id, wrong: [] });
      }
      await expectUnmoved(before);
    },
    30_000,
  );

  longTest(
    "200 well-made ones on every endpoint are not found and change nothing",
    async () => {
      const before = snapshot();
      const number = (at: number) => at.toString(16).padStart(12, "0");
      await askAll(Array.from({ length: 200 }, (_, at) => `0197f3a2-7c1b-7abc-8def-${number(at)}`));
      await expectUnmoved(before);
    },
    30_000,
  );

  test("the control: one that is there is found, however it is written", async () => {
    const [id = ""] = home.ids();
    expect(await statusOf(`/api/v1/commissions/${id}`)).toBe(200);
    expect(await statusOf(`/api/v1/commissions/${encode(id)}`)).toBe(200);
  });
});

test(`${bodies} fuzzed bodies: each is answered, and only what was acknowledged is there`, async () => {
  const before = home.ids();
  const made: string[] = [];
  const seen = new Map<number, number>();
  const sent = fc.sample(fc.tuple(body, type), { numRuns: bodies, seed: 3 });
  for (let at = 0; at < sent.length; at += 20) await Promise.all(sent.slice(at, at + 20).map(send));

  async function send([text, contentType]: (typeof sent)[number]): Promise<void> {
    const headers = { "content-type": contentType };
    const response = await ask("/api/v1/commissions", { method: "POST", headers, body: text });
    const answer = (await response.json()) as { id?: string; error?: { code: string } };
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    expect(response.status === 201 ? answer.id : answer.error?.code).toBeString();
    if (response.status !== 201) return;
    made.push(answer.id ?? "");
    await hall.client.cancel(commissionId.parse(answer.id));
  }

  console.log(`${bodies} fuzzed bodies:`, Object.fromEntries(seen));
  expect([...seen.keys()].filter((status) => ![201, 400, 413, 415, 422].includes(status))).toEqual([]);
  for (const status of [400, 415, 422]) expect(seen.get(status) ?? 0).toBeGreaterThan(bodies / 40);
  expect<string[]>(home.ids().sort()).toEqual([...before, ...made].sort());
  await expectSound();
}, 60_000);
