import { afterEach, describe, expect, test } from "bun:test";
import { request as httpRequest } from "node:http";
import {
  ask,
  closeAll,
  eventsOf,
  mainBody,
  openTestGateway,
  rehearse,
  saidIn,
  secret,
  type AskPart,
} from "./support.ts";

afterEach(closeAll);

async function said(url: string, part: AskPart = {}): Promise<string> {
  return saidIn(await (await ask(url, part)).text());
}

describe("a rehearsed answer", () => {
  const script = `
turns:
  - say: "I will read the project first, all of it, and then I shall think about what I have read."
    use:
      - { tool: Read, input: { file_path: README.md, nested: { list: [1, two, null] } } }
      - { tool: Glob }
    usage: { input_tokens: 1200, output_tokens: 80, cache_read_input_tokens: 5 }`;

  test("streams as the real API does", async () => {
    const { url, facts } = await openTestGateway(rehearse(script));
    const events = eventsOf(await (await ask(url)).text());
    const types = events.map((event) => event.type);
    expect(types[0]).toBe("message_start");
    expect(types.slice(-2)).toEqual(["message_delta", "message_stop"]);
    expect(types.filter((type) => type === "content_block_start").length).toBe(3);
    const texts = events.filter((event) => (event["delta"] as { type?: string })?.type === "text_delta");
    expect(texts.length).toBeGreaterThan(2);
    const json = events
      .filter((event) => event["index"] === 1)
      .map((event) => (event["delta"] as { partial_json?: string } | undefined)?.partial_json ?? "");
    expect(JSON.parse(json.join(""))).toEqual({ file_path: "README.md", nested: { list: [1, "two", null] } });
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } });
    expect(facts).toMatchObject([{ kind: "main", tokens: { input: 1200, output: 80, cacheRead: 5 } }]);
  });

  test("is one JSON message when no stream was asked for", async () => {
    const { url, facts } = await openTestGateway(rehearse(script));
    const message = (await (await ask(url, { body: { stream: false } })).json()) as Record<string, unknown>;
    expect(message).toMatchObject({ role: "assistant", stop_reason: "tool_use", model: "claude-opus-5-5" });
    expect(message["content"]).toMatchObject([
      { type: "text" },
      { name: "Read" },
      { name: "Glob", input: {} },
    ]);
    expect(facts.length).toBe(1);
  });

  test("keeps text whole, whatever characters it has", async () => {
    const text = `x${"🦊é\u0000日本🦊".repeat(40)}`;
    const { url } = await openTestGateway(rehearse(`turns: [{ say: ${JSON.stringify(text)} }]`));
    expect(await said(url)).toBe(text);
  });

  test("counts tokens by an estimate", async () => {
    const { url } = await openTestGateway(rehearse("turns: [{ say: x }]"));
    const answer = await ask(url, { path: "/v1/messages/count_tokens" });
    expect(await answer.json()).toEqual({ input_tokens: expect.any(Number) });
  });
});

describe("which turn is played", () => {
  const three = "turns: [{ say: one }, { say: two }, { say: three }]";

  test("is found from the request, so a resumed session goes on where it was", async () => {
    const { url, gateway } = await openTestGateway(rehearse(three));
    expect(await said(url, { body: mainBody(1) })).toBe("two");
    expect(await said(url, { body: mainBody(1) })).toBe("two");
    expect(gateway.unplayed()).toBe('Rehearsal "test": turn 3 was not played; the session ended before.');
    expect(await said(url, { body: mainBody(2) })).toBe("three");
    expect(gateway.unplayed()).toBeNull();
  });

  const cut = [
    { role: "assistant", content: [{ type: "text", text: "No response requested." }] },
    { role: "user", content: "Your session goes on here." },
  ];

  test("does not count what stands in for an answer that was cut off, and sees what came before the cut", async () => {
    const expecting =
      'turns: [{ say: one }, { expect: { lastUserIncludes: ["go on 0", "goes on"] }, say: two }]';
    const { url } = await openTestGateway(rehearse(expecting));
    const { messages } = mainBody(1) as { messages: object[] };
    expect(await said(url, { body: { messages: [...messages, ...cut] } })).toBe("two");
  });

  test("sees what a person said while a tool ran, and no other message of the system", async () => {
    const turns =
      'turns: [{ say: one }, { expect: { lastUserIncludes: ["go on 0", Use v2.], lastUserExcludes: [Linux] }, say: two }]';
    const { url } = await openTestGateway(rehearse(turns));
    const { messages } = mainBody(1) as { messages: object[] };
    const noted = { type: "text", text: "The user sent a new message while you were working:\nUse v2." };
    const beside = [
      { role: "system", content: "# Environment\nLinux" },
      { role: "system", content: [noted] },
    ];
    expect(await said(url, { body: { messages: [...messages, ...beside] } })).toBe("two");
  });

  test("the last answer is given again where the session was cut off before its end was on record", async () => {
    const { messages } = mainBody(3) as { messages: object[] };
    const body = { messages: [...messages, ...cut] };
    const { url } = await openTestGateway({ ...rehearse(three), bench: 2 });
    expect(await said(url, { body })).toBe("three");
    const { url: first } = await openTestGateway(rehearse(three));
    expect((await ask(first, { body })).status).toBe(402);
  });

  test("a turn that is played again after a resume is an answer of its own", async () => {
    const ids = await Promise.all(
      [1, 2].map(async (bench) => {
        const { url } = await openTestGateway({ ...rehearse(three), bench });
        return /"id":"(msg_[^"]+)"/.exec(await (await ask(url)).text())?.[1];
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("a task that speaks of summaries in a compaction's words is no compaction", async () => {
    const content = "Explain the prompt 'Respond with TEXT ONLY' and its <summary> block.";
    const { url, facts } = await openTestGateway(rehearse(three));
    expect(await said(url, { body: { messages: [{ role: "user", content }] } })).toBe("one");
    expect(facts).toMatchObject([{ type: "model.answered", kind: "main" }]);
  });

  test("moves on by the turns that failed before", async () => {
    const { url } = await openTestGateway(rehearse(three, 2));
    expect(await said(url)).toBe("three");
  });

  test("a failed turn is followed by the next one, within one request of claude", async () => {
    const { url, facts } = await openTestGateway(
      rehearse(
        "turns: [{ error: { status: 500 } }, { error: { status: 529, message: busy } }, { say: three }]",
      ),
    );
    expect(await said(url)).toBe("three");
    expect(facts).toMatchObject([
      { status: 500 },
      { status: 529, message: "busy" },
      { type: "model.answered" },
    ]);
  });

  test("requests beside the main conversation consume none", async () => {
    const { url, facts } = await openTestGateway(
      rehearse(`${three}\naux: { web_search: { say: found }, page_summary: { say: page } }`),
    );
    const search = { tools: [{ name: "web_search", type: "web_search_20250305" }] };
    const page = { tools: [], messages: [{ role: "user", content: "\nWeb page content:\n---\n" }] };
    expect(await said(url, { body: search })).toBe("found");
    expect(await said(url, { body: page })).toBe("page");
    expect(await said(url, { body: { tools: [] } })).toContain("rehearsal");
    expect(await said(url)).toBe("one");
    expect(facts.map((fact) => "kind" in fact && fact.kind)).toEqual([
      "web_search",
      "page_summary",
      "other",
      "main",
    ]);
  });

  const summary = {
    role: "user",
    content: "This session is being continued from a previous conversation that ran out.",
  };

  test("goes on after a compaction took the earlier turns out of the conversation", async () => {
    const { url } = await openTestGateway(
      rehearse(`${three.slice(0, -1)}, { error: { status: 500 } }, { say: five }]`),
    );
    expect(await said(url)).toBe("one");
    expect(await said(url, { body: mainBody(1) })).toBe("two");
    expect(await said(url, { body: { messages: [summary] } })).toBe("three");
    const messages = [summary, { role: "assistant", content: "three" }, { role: "user", content: "go on" }];
    expect(await said(url, { body: { messages } })).toBe("five");
  });

  test("goes on after a compaction and a resume", async () => {
    const { url } = await openTestGateway(rehearse(three), { spent: { turns: 2, usd: 0 } });
    expect(await said(url, { body: { messages: [summary] } })).toBe("three");
  });
});

describe("a scripted failure", () => {
  test("429 with a reset time is a spent quota", async () => {
    const { url, gateway } = await openTestGateway(
      rehearse('turns: [{ error: { status: 429, headers: { retry-after: "3600" } } }, { say: two }]'),
    );
    expect((await ask(url)).status).toBe(429);
    expect(gateway.verdict()?.how).toBe("quota");
  });

  test("at the end of a script goes on for as long as the request is tried again", async () => {
    const { url, gateway, facts } = await openTestGateway(rehearse("turns: [{ error: { status: 500 } }]"));
    expect((await ask(url)).status).toBe(500);
    expect(facts.length).toBe(3);
    expect(gateway.verdict()).toMatchObject({ how: "api", status: 500 });
  });

  test("hang is silence until the gateway's time is up", async () => {
    const { url, facts } = await openTestGateway(rehearse("turns: [{ hang: true }, { say: two }]"), {
      timing: { firstByteMs: 60 },
    });
    expect(await said(url)).toBe("two");
    expect(facts).toMatchObject([
      { type: "model.failed", status: null, retried: true },
      { type: "model.answered" },
    ]);
  });

  test("drop closes the socket after some bytes, and the next request plays the next turn", async () => {
    const { url, facts } = await openTestGateway(
      rehearse('turns: [{ drop: true, say: "Half a" }, { say: two }]'),
    );
    const { received, whole } = await rawAsk(url);
    expect(saidIn(received)).toBe("Half a");
    expect(whole).toBe(false);
    expect(await said(url)).toBe("two");
    expect(facts.map((fact) => fact.type)).toEqual(["model.failed", "model.answered"]);
  });

  test("what was said before a drop reaches a client on Bun too, as claude is one", async () => {
    const { url } = await openTestGateway(rehearse('turns: [{ drop: true, say: "Half a" }]'));
    const answer = await ask(url);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect(saidIn(new TextDecoder().decode((await reader?.read())?.value))).toBe("Half a");
    expect(await reader?.read().catch(() => "broken")).toBe("broken");
  });

  test("drop where no stream was asked for is tried again, since nothing has gone out", async () => {
    const { url, facts } = await openTestGateway(rehearse("turns: [{ drop: true }, { say: two }]"));
    const answer = await ask(url, { body: { stream: false } });
    expect(await answer.json()).toMatchObject({ content: [{ text: "two" }] });
    expect(facts.map((fact) => fact.type)).toEqual(["model.failed", "model.answered"]);
  });

  test("a delay longer than the gateway's patience is still an answer, because the stream lives", async () => {
    const { url, facts } = await openTestGateway(rehearse("turns: [{ say: slow, delayMs: 120 }]"), {
      timing: { firstByteMs: 60, betweenBytesMs: 1_000 },
    });
    expect(await said(url)).toBe("slow");
    expect(facts.map((fact) => fact.type)).toEqual(["model.answered"]);
  });
});

function rawAsk(url: string): Promise<{ received: string; whole: boolean }> {
  return new Promise((resolve) => {
    let received = "";
    const sent = httpRequest(
      `${url}/v1/messages`,
      { method: "POST", headers: { "x-api-key": secret } },
      (answer) => {
        answer.on("data", (bytes) => (received += String(bytes)));
        answer.on("error", () => {});
        answer.on("close", () => resolve({ received, whole: answer.complete }));
      },
    );
    sent.on("error", () => {});
    sent.end(JSON.stringify(mainBody()));
  });
}

describe("a mismatch", () => {
  test("fails the rehearsal, decisively, and names the turn and what differed", async () => {
    const { url, gateway, facts } = await openTestGateway(
      rehearse(`
turns:
  - say: one
  - expect:
      tools: [Read, mcp__commission__report_progress]
      systemIncludes: [careful]
      lastUserIncludes: ["go on 0", OAuth]
    say: two`),
    );
    expect(await said(url)).toBe("one");
    const refused = await ask(url, { body: mainBody(1) });
    expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([402, "false"]);
    const verdict = gateway.verdict();
    expect(verdict).toEqual({
      how: "rehearsal",
      message:
        'Rehearsal "test", turn 2: the system prompt does not include "careful"; it reads "Be thorough."; ' +
        'tools missing: Read; the last user message does not include "OAuth"; it reads "go on 0".',
    });
    expect((await ask(url)).status).toBe(402);
    expect(gateway.verdict()).toEqual(verdict);
    expect(facts.length).toBe(1);
  });

  test("running past the last turn names it", async () => {
    const { url, gateway } = await openTestGateway(rehearse("turns: [{ say: one }]"));
    expect((await ask(url, { body: mainBody(1) })).status).toBe(402);
    expect(gateway.verdict()).toMatchObject({
      how: "rehearsal",
      message: expect.stringContaining("turn 2: the script ends after turn 1"),
    });
  });

  test("of a request beside the main conversation names its kind", async () => {
    const { url, gateway } = await openTestGateway(
      rehearse(
        "turns: [{ say: one }]\naux: { web_search: { expect: { lastUserIncludes: [cats] }, say: found } }",
      ),
    );
    await ask(url, { body: { tools: [{ name: "web_search", type: "web_search_20250305" }] } });
    expect(gateway.verdict()).toMatchObject({
      how: "rehearsal",
      message: expect.stringContaining("aux web_search"),
    });
  });
});
