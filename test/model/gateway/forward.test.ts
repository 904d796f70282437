import { afterEach, describe, expect, test } from "bun:test";
import {
  answerText,
  apiError,
  ask,
  canary,
  closeAll,
  forwardTo,
  mainBody,
  openTestGateway,
  openUpstream,
  silentAfter,
  streamed,
} from "./support.ts";

afterEach(closeAll);

describe("forwarding", () => {
  test("swaps the credential and leaves everything else as it came", async () => {
    const upstream = openUpstream(() =>
      streamed(answerText("Hi"), { "request-id": "req_1", "x-private": "no" }),
    );
    const { url, facts } = await openTestGateway(forwardTo(`${upstream.url}/prefix/`));
    const betas = "claude-code-20250219,interleaved-thinking-2025-05-14";
    const body = `{ "model":"claude-opus-5-5",  "stream":true, "messages":[ {"role":"user","content":"é"} ], "tools":[{"name":"Read"}] }`;
    const answer = await fetch(`${url}/v1/messages?beta=true`, {
      method: "POST",
      headers: {
        "x-api-key": "per-commission-secret",
        "anthropic-beta": betas,
        "x-app": "cli",
        "user-agent": "claude-cli/2",
      },
      body,
    });
    expect(await answer.text()).toBe(answerText("Hi"));
    expect(answer.headers.get("request-id")).toBe("req_1");
    expect(answer.headers.get("x-private")).toBeNull();
    const [seen] = upstream.seen;
    expect(seen?.path).toBe("/prefix/v1/messages?beta=true");
    expect(seen?.body).toBe(body);
    expect(Object.fromEntries(seen?.headers ?? [])).toMatchObject({
      "x-api-key": canary,
      "anthropic-beta": betas,
      "x-app": "cli",
      "user-agent": "claude-cli/2",
      "accept-encoding": "identity",
    });
    expect(facts).toMatchObject([{ type: "model.answered", kind: "main", model: "claude-opus-5-5" }]);
  });

  test("presents an auth token as a bearer token and no key", async () => {
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const credential = { kind: "auth_token", secret: canary } as const;
    const { url } = await openTestGateway(forwardTo(upstream.url, { credential }));
    await (await ask(url)).text();
    expect(upstream.seen[0]?.headers.get("authorization")).toBe(`Bearer ${canary}`);
    expect(upstream.seen[0]?.headers.get("x-api-key")).toBeNull();
  });

  test("counts tokens and dollars of a stream, cache reads and writes apart", async () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 1,
      cache_read_input_tokens: 10_000,
      cache_creation_input_tokens: 3000,
      cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 },
      server_tool_use: { web_search_requests: 2 },
    };
    const upstream = openUpstream(() => streamed(answerText("Hi", usage)));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    await (await ask(url)).text();
    const usd = (1000 * 4 + 100 * 20 + 10_000 * 0.2 + 1000 * 5 + 2000 * 8) / 1e6 + 0.02;
    expect(facts).toMatchObject([
      { tokens: { input: 1000, output: 100, cacheRead: 10_000, cacheWrite: 3000 } },
    ]);
    expect(facts[0]).toHaveProperty("costUsd", expect.closeTo(usd, 9));
  });

  test("counts a message that is not streamed", async () => {
    const message = {
      type: "message",
      model: "claude-sonnet-5",
      content: [],
      usage: { input_tokens: 10, output_tokens: 5 },
    };
    const upstream = openUpstream(() => Response.json(message));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    const answer = await ask(url, { body: { stream: false } });
    expect(await answer.json()).toEqual(message);
    expect(facts).toMatchObject([{ model: "claude-sonnet-5", tokens: { input: 10, output: 5 } }]);
  });

  test("shows the price of an unknown model as unknown, and budgets it at the dearest", async () => {
    const text = answerText("Hi").replaceAll("claude-opus-5-5", "claude-next-9");
    const upstream = openUpstream(() => streamed(text));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    await (await ask(url)).text();
    expect(facts).toMatchObject([{ costUsd: null, budgetUsd: (1000 * 30 + 100 * 150) / 1e6 }]);
  });

  test("passes a count of tokens through as no turn", async () => {
    const upstream = openUpstream(() => Response.json({ input_tokens: 7 }));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 0, maxBudgetUsd: 1 },
    });
    const answer = await ask(url, { path: "/v1/messages/count_tokens?beta=true" });
    expect(await answer.json()).toEqual({ input_tokens: 7 });
    expect(upstream.seen[0]?.path).toBe("/v1/messages/count_tokens?beta=true");
    expect(facts).toEqual([]);
  });

  test("records the cost before claude sees the end of the answer", async () => {
    const order: string[] = [];
    const release = Promise.withResolvers<void>();
    const recording = Promise.withResolvers<void>();
    const record = async () => {
      recording.resolve();
      await release.promise;
      order.push("recorded");
    };
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const { url } = await openTestGateway(forwardTo(upstream.url), { record });
    const text = ask(url)
      .then((answer) => answer.text())
      .then(() => order.push("ended"));
    await recording.promise;
    release.resolve();
    await text;
    expect(order).toEqual(["recorded", "ended"]);
  });

  test("lets go of upstream when claude goes away, and pays for what had begun", async () => {
    const left = Promise.withResolvers<void>();
    const upstream = openUpstream(() =>
      silentAfter(answerText("Hi").split("event: content_block_start")[0] ?? "", left.resolve),
    );
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url));
    const stop = new AbortController();
    const answer = await ask(url, { signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
    await left.promise;
    await gateway.close();
    expect(facts).toMatchObject([{ type: "model.answered", tokens: { input: 1000 } }]);
    expect(gateway.verdict()).toBeNull();
  });

  test("is closed only when what had begun is on record", async () => {
    const upstream = openUpstream(() => silentAfter(answerText("Hi").slice(0, 300)));
    const release = Promise.withResolvers<void>();
    const recording = Promise.withResolvers<void>();
    const order: string[] = [];
    const record = async () => {
      recording.resolve();
      await release.promise;
      order.push("recorded");
    };
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), { record });
    const reader = (await ask(url)).body?.getReader();
    await reader?.read();
    const closed = gateway.close().then(() => order.push("closed"));
    await recording.promise;
    // Time enough for a gateway that does not wait.
    const other = openUpstream(() => new Response("x"));
    for (let n = 0; n < 5; n++) await (await fetch(other.url, { keepalive: false })).text();
    release.resolve();
    await closed;
    expect(order).toEqual(["recorded", "closed"]);
  });

  test("ends the session when its cost cannot be recorded", async () => {
    const upstream = openUpstream(() => Response.json({ usage: { input_tokens: 1, output_tokens: 1 } }));
    const record = () => Promise.reject(new Error("disk full"));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), { record });
    expect((await ask(url, { body: { stream: false } })).status).toBe(500);
    expect(gateway.verdict()).toMatchObject({ how: "api", message: expect.stringContaining("disk full") });
    expect((await ask(url)).status).toBe(502);
    expect(upstream.seen.length).toBe(1);
  });

  test("breaks a stream off, and ends the session, when its cost cannot be recorded", async () => {
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const record = () => Promise.reject(new Error("disk full"));
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), { record });
    const text = await ask(url)
      .then((answer) => answer.text())
      .catch(() => "broken");
    expect(text).toBe("broken");
    expect(gateway.verdict()).toMatchObject({ how: "api", message: expect.stringContaining("disk full") });
    expect((await ask(url)).status).toBe(502);
    expect(upstream.seen.length).toBe(1);
  });

  const escaped = Array.from(
    canary,
    (letter) => `\\u00${letter.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  const quoting = (words: string) =>
    `{"type":"error","error":{"type":"api_error","message":"bad key ${words}"}}`;
  const json = { status: 401, headers: { "content-type": "application/json" } };
  test.each([
    ["in escapes", quoting(escaped.join("")), (text: string) => text],
    ["in base64", quoting(btoa(canary)), (text: string) => text.replace(btoa(canary), canary)],
  ])("keeps a credential out that the endpoint quotes %s", async (_how, body, decode) => {
    const upstream = openUpstream(() => new Response(body, json));
    const { url, facts, gateway } = await openTestGateway(forwardTo(upstream.url));
    const kept = [facts, gateway.verdict(), await (await ask(url)).text(), gateway.verdict()];
    expect(decode(JSON.stringify(kept))).not.toContain(canary);
    expect(JSON.stringify(kept)).toContain("[credential]");
    // The control: whoever looks for the key in the bytes that came has it in the message that is parsed from them.
    const { error } = JSON.parse(body.replaceAll(canary, "[credential]")) as { error: { message: string } };
    expect(decode(error.message)).toContain(canary);
  });

  test("keeps the credential out of facts, answers and verdicts", async () => {
    const upstream = openUpstream(() => apiError(401, `invalid x-api-key ${canary}`));
    const first = await openTestGateway(forwardTo(upstream.url));
    const answer = await ask(first.url);
    const dead = await openTestGateway(forwardTo(`http://user:${canary}@127.0.0.1:1`));
    const unreachable = await ask(dead.url);
    const kept = JSON.stringify([
      first.facts,
      dead.facts,
      first.gateway.verdict(),
      dead.gateway.verdict(),
      await answer.text(),
      await unreachable.text(),
    ]);
    expect(kept).not.toContain(canary);
    expect(kept).toContain("[credential]");
    expect(unreachable.status).toBe(502);
  });
});

describe("limits", () => {
  const answers = () => openUpstream(() => streamed(answerText("Hi")));

  test("the request after the last paid turn is refused, and only main ones are turns", async () => {
    const upstream = answers();
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 3, maxBudgetUsd: 100 },
      spent: { turns: 1, usd: 0 },
    });
    const search = { tools: [{ name: "web_search", type: "web_search_20250305" }] };
    for (const body of [{}, search, search, {}])
      expect((await (await ask(url, { body })).text()).length).toBeGreaterThan(0);
    expect(gateway.verdict()).toBeNull();
    const refused = await ask(url);
    expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([402, "false"]);
    expect(await refused.text()).toContain("has taken all of its 3 turns");
    expect(gateway.verdict()).toEqual({ how: "turns", limit: 3 });
    expect(upstream.seen.length).toBe(4);
  });

  test("of two limits that are both reached, the first one named stays the reason", async () => {
    const { url, gateway } = await openTestGateway(forwardTo("http://127.0.0.1:1"), {
      limits: { maxTurns: 1, maxBudgetUsd: 1 },
      spent: { turns: 1, usd: 1 },
    });
    for (let n = 0; n < 2; n++) expect((await ask(url)).status).toBe(402);
    expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 1 });
  });

  test("the request after the budget is spent is refused, whatever its kind", async () => {
    const upstream = answers();
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 100, maxBudgetUsd: 0.01 },
      spent: { turns: 0, usd: 0.005 },
    });
    await (await ask(url)).text();
    expect(gateway.verdict()).toBeNull();
    expect((await ask(url, { body: { tools: [] } })).status).toBe(402);
    expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 0.01 });
    expect((await ask(url)).status).toBe(402);
    expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 0.01 });
    expect(upstream.seen.length).toBe(1);
  });
});

test("a request's kind is read from its marks", async () => {
  const upstream = openUpstream(() => streamed(answerText("Hi")));
  const { url, facts } = await openTestGateway(forwardTo(upstream.url));
  const user = (text: string) => ({ messages: [{ role: "user", content: [{ type: "text", text }] }] });
  const compaction = "CRITICAL: Respond with TEXT ONLY. An <analysis> block followed by a <summary> block.";
  const later = (content: unknown) => ({
    messages: [
      { role: "user", content: "Do it." },
      { role: "assistant", content: "Doing it." },
      { role: "user", content },
    ],
  });
  const bodies: Record<string, unknown>[] = [
    mainBody(),
    { tools: [{ name: "web_search", type: "web_search_20250305" }] },
    { tools: [], ...user("\nWeb page content:\n---\nHi") },
    later(compaction),
    later([{ type: "tool_result", tool_use_id: "t", content: compaction }]),
    { tools: [], system: "Write a short title for this session." },
    { tools: [] },
  ];
  for (const body of bodies) await (await ask(url, { body })).text();
  expect(facts.flatMap((fact) => ("kind" in fact ? fact.kind : []))).toEqual([
    "main",
    "web_search",
    "page_summary",
    "compaction",
    "main",
    "title",
    "other",
  ]);
});
