// A budget is a budget: an attacker with a shell behind the gateway asks for dear answers, and sees to it that no bill
// reaches the gateway. The endpoint bills what it makes.
import { afterEach, describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { Bench } from "../../../src/workbench/bench/bench.ts";
import { runBench } from "../../../src/workbench/bench/run-bench.ts";
import { costOf, noUsage } from "../../../src/rules/model/prices.ts";
import { quick } from "../../harness/rehearsals.ts";
import { setUpBench } from "../../harness/some-bench.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";
import { type Endpoint, type Manner, model, openEndpoint, pieces, type Words } from "./honest-endpoint.ts";
import {
  answerText,
  ask,
  closeAll,
  closeLater,
  forwardTo,
  openTestGateway,
  openUpstream,
  streamed,
  type TestGateway,
} from "./support.ts";

afterEach(closeAll);

/** 60,000 tokens, which are $1.20. */
const dear: Words = { name: "dear", text: "four".repeat(60_000), bytesPerToken: 4, as: "text_delta" };
const limits = { maxTurns: 1000, maxBudgetUsd: 5 };

async function openDear(manner: Manner): Promise<{ endpoint: Endpoint; opened: TestGateway }> {
  const endpoint = await openEndpoint(dear, manner);
  closeLater(endpoint.close);
  const opened = await openTestGateway(forwardTo(endpoint.url), { limits, timing: { billMs: 400 } });
  return { endpoint, opened };
}

function billedUsd(endpoint: Endpoint): number {
  return endpoint.billed().reduce((sum, usage) => sum + costOf(model, { ...noUsage, ...usage }).budgetUsd, 0);
}

function recordedUsd(facts: readonly FactBody[]): number {
  return facts.reduce((sum, fact) => sum + (fact.type === "model.answered" ? fact.budgetUsd : 0), 0);
}

const body = { max_tokens: 64_000 };

/** Reads as many events, and hangs up. */
async function readSome(url: string, events: number): Promise<number> {
  const stop = new AbortController();
  const answer = await ask(url, { body, signal: stop.signal });
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.split("\n\n").length > events) break;
  }
  stop.abort();
  return answer.status;
}

async function leaveEarly(url: string, ms: number): Promise<void> {
  const stop = new AbortController();
  const asking = ask(url, { body, signal: stop.signal }).catch(() => undefined);
  await Bun.sleep(ms);
  stop.abort();
  await asking;
}

/** What forty of them cost, one after another. */
async function forty(opened: TestGateway, one: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 40; n++) await one().catch(() => undefined);
  await opened.gateway.close();
}

/** Charged at most twice too high, so at least half of the budget buys something; one answer may overshoot it. */
function expectBounded(endpoint: Endpoint, { facts, gateway }: TestGateway): void {
  const billed = billedUsd(endpoint);
  const recorded = recordedUsd(facts);
  expect(billed).toBeGreaterThan(2.4);
  expect(billed).toBeLessThan(5 + 1.3);
  expect(recorded / billed).toBeGreaterThanOrEqual(1);
  expect(recorded / billed).toBeLessThanOrEqual(2);
  expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 5 });
}

describe("of forty dear answers no more are paid for than the budget has room for", () => {
  test("where each is read to its end (control)", async () => {
    const { endpoint, opened } = await openDear({ ending: "end" });
    await forty(opened, async () => (await ask(opened.url, { body })).text());
    expectBounded(endpoint, opened);
    expect(recordedUsd(opened.facts)).toBeCloseTo(billedUsd(endpoint), 6);
  });

  test("where the reader hangs up after the last word, and the bill comes", async () => {
    const { endpoint, opened } = await openDear({ ending: "end", paceMs: 1 });
    await forty(opened, () => readSome(opened.url, pieces));
    expectBounded(endpoint, opened);
    expect(recordedUsd(opened.facts)).toBeCloseTo(billedUsd(endpoint), 6);
  }, 20_000);

  test("where the reader hangs up after the last word, and no bill comes", async () => {
    const { endpoint, opened } = await openDear({ ending: "fall silent", parts: pieces + 1 });
    await forty(opened, () => readSome(opened.url, pieces + 1));
    expectBounded(endpoint, opened);
  }, 20_000);

  test("where the reader hangs up before a byte came", async () => {
    const { endpoint, opened } = await openDear({ ending: "end", afterMs: 60 });
    await forty(opened, () => leaveEarly(opened.url, 20));
    expectBounded(endpoint, opened);
  }, 20_000);

  test("where the endpoint hangs up before its bill", async () => {
    const { endpoint, opened } = await openDear({ ending: "hang up", parts: pieces + 1 });
    for (let n = 0; n < 2; n++) await (await ask(opened.url, { body })).text().catch(() => undefined);
    await opened.gateway.close();
    expect(recordedUsd(opened.facts)).toBeGreaterThanOrEqual(billedUsd(endpoint));
    expect(recordedUsd(opened.facts)).toBeLessThanOrEqual(2 * billedUsd(endpoint));
  });
});

describe("a session that ends with a dear answer under way is charged for it", () => {
  test("by its bill, where the session ended by itself and the answer was not even read", async () => {
    const { endpoint, opened } = await openDear({ ending: "end", paceMs: 5 });
    const answer = await ask(opened.url, { body });
    await opened.gateway.close({ bills: true });
    expect(recordedUsd(opened.facts)).toBeCloseTo(billedUsd(endpoint), 6);
    expect(billedUsd(endpoint)).toBeGreaterThan(1);
    await answer.body?.cancel().catch(() => undefined);
  });

  test("by what the endpoint had sent, where it was cancelled and nobody had read it", async () => {
    const { endpoint, opened } = await openDear({ ending: "fall silent", parts: pieces + 1 });
    const answer = await ask(opened.url, { body });
    await Bun.sleep(300);
    await opened.gateway.close();
    expect(billedUsd(endpoint)).toBeGreaterThan(1);
    expect(recordedUsd(opened.facts) / billedUsd(endpoint)).toBeGreaterThanOrEqual(1);
    expect(recordedUsd(opened.facts) / billedUsd(endpoint)).toBeLessThanOrEqual(2);
    await answer.body?.cancel().catch(() => undefined);
  });
});

test("runs of a model beside the answer are paid for, each at its own price", async () => {
  const aside = { type: "compaction", input_tokens: 180_000, output_tokens: 4000 };
  const advice = { type: "advisor_message", model: "claude-fable-5", input_tokens: 1000, output_tokens: 100 };
  const own = { type: "message", input_tokens: 1000, output_tokens: 100 };
  const usage = { input_tokens: 1000, output_tokens: 1, iterations: [own, aside, advice] };
  const upstream = openUpstream(() => streamed(answerText("Hi", usage)));
  const { url, facts } = await openTestGateway(forwardTo(upstream.url));
  await (await ask(url)).text();
  const usd = (1000 * 4 + 100 * 20 + 180_000 * 4 + 4000 * 20 + 1000 * 10 + 100 * 50) / 1e6;
  expect(facts[0]).toMatchObject({ tokens: { input: 182_000, output: 4200 } });
  expect(facts[0]).toHaveProperty("costUsd", expect.closeTo(usd, 9));
});

describe("once the turns are used up", () => {
  const used = { limits: { maxTurns: 1, maxBudgetUsd: 100 }, spent: { turns: 1, usd: 0 } };
  const kinds: [string, Record<string, unknown>][] = [
    ["with tools", {}],
    ["without tools", { tools: [] }],
    ["that search the web", { tools: [{ name: "web_search", type: "web_search_20250305" }] }],
    ["for a title", { tools: [], system: "Write a short title." }],
  ];
  test.each(kinds)("sixty requests %s are refused, and none is sent", async (_name, part) => {
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), used);
    for (let n = 0; n < 60; n++) expect((await ask(url, { body: part })).status).toBe(402);
    expect(upstream.seen.length).toBe(0);
    // Only the main conversation ends the session: it may have come to its own good end.
    expect(gateway.verdict()).toEqual(_name === "with tools" ? { how: "turns", limit: 1 } : null);
  });

  test("before that, requests beside the conversation are answered (control)", async () => {
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const { url } = await openTestGateway(forwardTo(upstream.url), { ...used, spent: { turns: 0, usd: 0 } });
    for (const [, part] of kinds.slice(1)) expect((await ask(url, { body: part })).status).toBe(200);
  });
});

test("counting tokens ends with the budget", async () => {
  const upstream = openUpstream(() => Response.json({ input_tokens: 7 }));
  const count = { path: "/v1/messages/count_tokens?beta=true" };
  const spent = await openTestGateway(forwardTo(upstream.url), { limits, spent: { turns: 0, usd: 5 } });
  for (let n = 0; n < 50; n++) expect((await ask(spent.url, count)).status).toBe(402);
  expect(upstream.seen.length).toBe(0);
  expect(spent.gateway.verdict()).toBeNull();
  const rich = await openTestGateway(forwardTo(upstream.url), { limits, spent: { turns: 0, usd: 4.9 } });
  expect((await ask(rich.url, count)).status).toBe(200);
});

describe("a stream that does not say what it cost", () => {
  const strange: [string, unknown][] = [
    ["no counts", undefined],
    ["negative ones", { input_tokens: -1, output_tokens: -1 }],
    ["words", { input_tokens: "none", output_tokens: "none" }],
    ["ones without bounds", { input_tokens: 1e308, output_tokens: 1e308 }],
  ];
  test.each(strange)("but has %s ends the session, as an answer in one piece does", async (_name, usage) => {
    const text = answerText("Hi ".repeat(1000)).replaceAll(
      /"usage":\{[^}]*\}/g,
      `"usage":${JSON.stringify(usage) ?? "null"}`,
    );
    const upstream = openUpstream((n) =>
      n === 1 ? streamed(text) : Response.json({ type: "message", model, content: [], usage }),
    );
    for (const stream of [true, false]) {
      const opened = await openTestGateway(forwardTo(upstream.url));
      const answer = ask(opened.url, { body: { stream } }).then((each) => each.text());
      await answer.catch(() => "broken");
      expect(opened.gateway.verdict()).toMatchObject({ how: "api", status: null });
      expect(opened.facts).toMatchObject([
        { type: "model.failed", retried: false },
        { type: "model.answered", whole: false, estimated: true },
      ]);
      expect((await ask(opened.url)).status).toBe(502);
    }
    expect(upstream.seen.length).toBe(2);
  });
});

test("requests under way are counted at the most they may cost, so only one answer overshoots", async () => {
  const release = Promise.withResolvers<void>();
  const upstream = openUpstream(async () => {
    await release.promise;
    return streamed(answerText("Hi", { input_tokens: 100, output_tokens: 1 }));
  });
  // 100 tokens out are $0.002; what goes in is less than that.
  const { url } = await openTestGateway(forwardTo(upstream.url), {
    limits: { maxTurns: 100, maxBudgetUsd: 0.002 },
  });
  const all = Array.from({ length: 4 }, async () => {
    const answer = await ask(url);
    await answer.text();
    return answer.status;
  });
  await Bun.sleep(150);
  expect(upstream.seen.length).toBe(1);
  release.resolve();
  expect((await Promise.all(all)).toSorted((a, b) => a - b)).toEqual([200, 402, 402, 402]);
});

test("a fact that could not be read again is not written", async () => {
  const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: quick }));
  const answered = {
    type: "model.answered",
    kind: "main",
    model: "m",
    tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
    costUsd: 1,
    budgetUsd: 1,
    whole: true,
    ms: 1,
  } as const;
  const said: string[] = [];
  const makeReady = async () => async (bench: Bench) => {
    await bench.record(answered);
    for (const budgetUsd of [Infinity, NaN])
      await bench.record({ ...answered, budgetUsd }).catch((error: Error) => said.push(error.message));
    return { how: "normal", finalText: "" } as const;
  };
  await deps.probeSandbox();
  expect(await runBench({ ...deps, makeReady }, ref)).toBe(0);
  expect(said).toEqual([expect.stringContaining("budgetUsd"), expect.stringContaining("budgetUsd")]);
  const types = (await facts()).map(({ type }) => type);
  expect(types).toEqual(["bench.started", "model.answered", "session.ended"]);
});
