// What the gateway does when the model endpoint fails.
import { afterEach, describe, expect, test } from "bun:test";
import { type Clock, systemClock } from "../../../src/host/clock.ts";
import {
  answerText,
  apiError,
  ask,
  closeAll,
  forwardTo,
  openBreakingUpstream,
  openTestGateway,
  openUpstream,
  silentAfter,
  streamed,
} from "./support.ts";

afterEach(closeAll);

describe("requests beside the conversation that fail and cost nothing", () => {
  test.each([
    ["of a kind that is no turn", { body: { tools: [] } }],
    ["that count", { path: "/v1/messages/count_tokens" }],
  ])("(%s) are sent a hundred times in a row, and no more", async (_name, part) => {
    const upstream = openUpstream((n) =>
      n > 100 ? streamed(answerText("Hi")) : apiError(400, "It cannot be read."),
    );
    const { url, facts, gateway } = await openTestGateway(forwardTo(upstream.url));
    for (let n = 0; n < 120; n++) expect((await ask(url, part)).status).toBe(n < 100 ? 402 : 502);
    expect([upstream.seen.length, facts.length]).toEqual([100, 100]);
    expect(gateway.verdict()).toBeNull();
    // The conversation goes on, and with it the others.
    await (await ask(url)).text();
    expect((await ask(url, { body: { tools: [] } })).status).toBe(200);
  });
});

describe("when upstream fails", () => {
  test.each([
    [500, {}],
    [529, {}],
    [503, {}],
    [429, {}],
    [429, { "retry-after": "0" }],
  ])("%d with %j is tried again and claude never hears of it", async (status, headers) => {
    const upstream = openUpstream((n) =>
      n < 3 ? apiError(status, "busy", headers) : streamed(answerText("Hi")),
    );
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url));
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(facts.map((fact) => fact.type)).toEqual(["model.failed", "model.failed", "model.answered"]);
    expect(facts[0]).toMatchObject({ status, message: "busy", retried: true });
    expect(gateway.verdict()).toBeNull();
  });

  test("after two more tries the answer is decisive, and nothing more is sent", async () => {
    const upstream = openUpstream(() => apiError(529, "Overloaded"));
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url));
    const answer = await ask(url);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([529, "false"]);
    expect(facts.map((fact) => fact.type === "model.failed" && fact.retried)).toEqual([true, true, false]);
    expect(gateway.verdict()).toEqual({ how: "api", status: 529, message: "Overloaded" });
    expect((await ask(url)).status).toBe(529);
    expect(upstream.seen.length).toBe(3);
  });

  test.each([
    [400, 402],
    [401, 401],
    [403, 403],
    [404, 404],
    [413, 413],
  ])("%d is passed on at once as %d with upstream's words", async (status, answered) => {
    const upstream = openUpstream(() => apiError(status, "no such thing", { "request-id": "req_9" }));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url));
    const answer = await ask(url);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([answered, "false"]);
    expect(answer.headers.get("request-id")).toBe("req_9");
    expect(await answer.text()).toContain("no such thing");
    expect(gateway.verdict()).toEqual({ how: "api", status, message: "no such thing" });
    expect(upstream.seen.length).toBe(1);
  });

  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
  const resetIn = (seconds: number) => ({
    "anthropic-ratelimit-tokens-remaining": "0",
    "anthropic-ratelimit-tokens-reset": new Date(Date.now() + seconds * 1000).toISOString(),
  });
  test.each([
    ["retry-after in seconds", () => ({ "retry-after": "3600" })],
    ["retry-after as a date", () => ({ "retry-after": new Date(inAnHour() * 1000).toUTCString() })],
    [
      "a later one than retry-after",
      () => ({ "retry-after": "0", "anthropic-ratelimit-unified-reset": String(inAnHour()) }),
    ],
    ["unified-reset", () => ({ "anthropic-ratelimit-unified-reset": String(inAnHour()) })],
    [
      "the reset of the limit that is used up",
      () => ({
        "anthropic-ratelimit-requests-remaining": "7",
        "anthropic-ratelimit-requests-reset": new Date((inAnHour() + 5000) * 1000).toISOString(),
        "anthropic-ratelimit-tokens-remaining": "0",
        "anthropic-ratelimit-tokens-reset": new Date(inAnHour() * 1000).toISOString(),
      }),
    ],
  ])("429 with a reset time (%s) is a spent quota, at once", async (_name, headers) => {
    const upstream = openUpstream(() => apiError(429, "quota", headers()));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url));
    const answer = await ask(url);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([429, "false"]);
    const verdict = gateway.verdict();
    if (verdict?.how !== "quota") throw new Error(`expected quota, got ${JSON.stringify(verdict)}`);
    expect(Math.abs(Date.parse(verdict.resetAt) / 1000 - inAnHour())).toBeLessThan(5);
    expect(upstream.seen.length).toBe(1);
  });

  test.each([
    ["less than a minute", () => ({ "retry-after": "7" }), 7000],
    ["the latest of several", () => ({ "retry-after": "3", ...resetIn(20) }), 20_000],
    ["no longer than the gateway's own wait", () => ({ "retry-after": "0" }), 1000],
    [
      "not for a window that is open",
      () => ({
        "retry-after": "2",
        "anthropic-ratelimit-unified-status": "allowed",
        "anthropic-ratelimit-unified-reset": String(inAnHour()),
        "anthropic-ratelimit-unified-7d-reset": String(inAnHour()),
      }),
      2000,
    ],
  ])("429 is waited out where it asks for %s", async (_name, headers, ms) => {
    const upstream = openUpstream((n) =>
      n === 1 ? apiError(429, "slow down", headers()) : streamed(answerText("Hi")),
    );
    const waits: number[] = [];
    const after: Clock["after"] = (wait, run) => {
      if (wait > 60_000) return systemClock.after(wait, run);
      waits.push(wait);
      return systemClock.after(0, run);
    };
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url), {
      clock: { ...systemClock, after },
      timing: { firstByteMs: 100_000, betweenBytesMs: 100_000, retryDelaysMs: [1000] },
    });
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(facts).toMatchObject([{ status: 429, retried: true }, { type: "model.answered" }]);
    expect(waits.length).toBe(1);
    expect(Math.abs((waits[0] ?? 0) - ms)).toBeLessThan(2000);
    expect(gateway.verdict()).toBeNull();
    const { API_TIMEOUT_MS, BUN_CONFIG_HTTP_IDLE_TIMEOUT } = gateway.childEnv(null);
    expect(Number(API_TIMEOUT_MS)).toBeGreaterThan(2 * 200_000 + 60_000);
    expect(Number(BUN_CONFIG_HTTP_IDLE_TIMEOUT) * 1000).toBeGreaterThanOrEqual(Number(API_TIMEOUT_MS));
  });

  test("a whole answer that does not say what it cost is not asked for again", async () => {
    const upstream = openUpstream(() => Response.json({ type: "message", content: [] }));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    expect((await ask(url)).status).toBe(502);
    expect(upstream.seen.length).toBe(1);
    expect(facts).toMatchObject([
      { type: "model.failed", retried: false },
      { type: "model.answered", whole: false, estimated: true },
    ]);
  });

  test.each([
    ["empty", () => streamed("")],
    ["silent", () => new Promise<Response>(() => {})],
    ["silent after its head", () => silentAfter("")],
  ])("an answer that is %s is tried again, and what was sent is paid for", async (_name, first) => {
    const upstream = openUpstream((n) => (n === 1 ? first() : streamed(answerText("Hi"))));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url), { timing: { firstByteMs: 150 } });
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(facts).toMatchObject([
      { type: "model.failed", status: null, retried: true },
      { type: "model.answered", whole: false, estimated: true, tokens: { output: 0 } },
      { type: "model.answered", whole: true },
    ]);
  });

  test("a silent endpoint is let go of before it is asked again", async () => {
    const left = Promise.withResolvers<void>();
    const upstream = openUpstream(async (n, request) => {
      if (n === 2) {
        await left.promise;
        return streamed(answerText("Hi"));
      }
      request.signal.addEventListener("abort", () => left.resolve());
      return new Promise<Response>(() => {});
    });
    const { url } = await openTestGateway(forwardTo(upstream.url), { timing: { firstByteMs: 300 } });
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(upstream.seen.length).toBe(2);
  });

  test("a failing request beside the main conversation leaves the session alone", async () => {
    const upstream = openUpstream(() => apiError(403, "no search"));
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url));
    const body = { tools: [{ name: "web_search", type: "web_search_20250305" }] };
    expect((await ask(url, { body })).status).toBe(403);
    expect(facts).toMatchObject([{ type: "model.searching" }, { kind: "web_search", status: 403 }]);
    expect(gateway.verdict()).toBeNull();
  });

  test.each([
    ["stalls", () => silentAfter(answerText("Hi").slice(0, 300))],
    ["ends too early", () => streamed(answerText("Hi").slice(0, 300))],
  ])(
    "an answer that %s after bytes went out ends abruptly; the third in a row ends the session",
    async (_n, play) => {
      const upstream = openUpstream(play);
      const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url), {
        timing: { betweenBytesMs: 100 },
      });
      for (let n = 1; n <= 3; n++) {
        expect(gateway.verdict()).toBeNull();
        const answer = await ask(url);
        expect(answer.status).toBe(200);
        expect(await answer.text().catch(() => "broken")).toBe("broken");
      }
      expect(gateway.verdict()).toMatchObject({ how: "api", status: null });
      const refused = await ask(url);
      expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([502, "false"]);
      expect(upstream.seen.length).toBe(3);
      expect(facts.filter((fact) => fact.type === "model.failed").length).toBe(3);
      expect(facts.filter((fact) => fact.type === "model.answered").length).toBe(3);
    },
  );

  test("a compaction that fails is the reason only if the session does not get over it", async () => {
    const upstream = openUpstream((n) => (n === 1 ? apiError(403, "no") : streamed(answerText("Hi"))));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url));
    const messages = [
      { role: "user", content: "Do it." },
      { role: "assistant", content: "Doing it." },
      { role: "user", content: "Respond with TEXT ONLY: an <analysis> and a <summary> block." },
    ];
    expect((await ask(url, { body: { messages } })).status).toBe(403);
    expect(gateway.verdict()).toEqual({ how: "api", status: 403, message: "no" });
    await (await ask(url)).text();
    expect(gateway.verdict()).toBeNull();
  });

  test("a connection that closes before a byte came is tried again", async () => {
    const upstream = await openBreakingUpstream("", Promise.resolve());
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    expect((await ask(url)).status).toBe(502);
    expect(upstream.asked()).toBe(3);
    expect(facts.map(({ type }) => type)).toEqual(
      [1, 2, 3].flatMap(() => ["model.failed", "model.answered"]),
    );
  });

  test("a connection that closes after bytes went out is not tried again", async () => {
    const hangUp = Promise.withResolvers<void>();
    const upstream = await openBreakingUpstream(answerText("Hi").slice(0, 300), hangUp.promise);
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    const reader = (await ask(url)).body?.getReader();
    await reader?.read();
    hangUp.resolve();
    expect(await reader?.read().catch(() => "broken")).toBe("broken");
    expect(upstream.asked()).toBe(1);
    expect(facts.map((fact) => fact.type)).toEqual(["model.failed", "model.answered"]);
  });

  test("a whole answer between broken ones starts the count again", async () => {
    const upstream = openUpstream((n) =>
      streamed(n % 3 === 0 ? answerText("Hi") : answerText("Hi").slice(0, 300)),
    );
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url));
    for (let n = 0; n < 6; n++) await (await ask(url)).text().catch(() => "broken");
    expect(gateway.verdict()).toBeNull();
  });

  test("claude leaving during the gateway's own wait ends the tries", async () => {
    const asked = Promise.withResolvers<void>();
    const upstream = openUpstream(() => {
      asked.resolve();
      return apiError(500, "busy");
    });
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), {
      timing: { retryDelaysMs: [60_000] },
    });
    const stop = new AbortController();
    const asking = ask(url, { signal: stop.signal }).catch(() => "left");
    await asked.promise;
    stop.abort();
    expect(await asking).toBe("left");
    await gateway.close();
    expect(upstream.seen.length).toBe(1);
  });
});
