// Bills of an endpoint that misbehaves, and requests that are made to look cheap: nothing takes less from a budget by it.
import { afterEach, describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { deflateSync } from "node:zlib";
import { createStreamMeter } from "../../../src/model/gateway/meter.ts";
import { tokensIn, weightOf } from "../../../src/rules/model/estimate.ts";
import { mostPages } from "../../../src/base/data/pdf-pages.ts";
import { takeInventory } from "../../../src/rules/model/request-inventory.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import {
  answerText,
  ask,
  closeAll,
  forwardTo,
  openTestGateway,
  openUpstream,
  silentAfter,
  sse,
  streamed,
  type WireEvent,
} from "./support.ts";

afterEach(closeAll);

type Counts = Record<string, unknown>;

function billed(start: Counts, deltas: readonly Counts[], model = "claude-opus-5-5"): string {
  const message = { id: "m", type: "message", role: "assistant", model, content: [], usage: start };
  const said: WireEvent[] = deltas.map((usage) => ({ type: "message_delta", delta: {}, usage }));
  return sse([{ type: "message_start", message }, ...said, { type: "message_stop" }]);
}

async function usdOf(text: string): Promise<{ costUsd: number | null; budgetUsd: number }> {
  const upstream = openUpstream(() => streamed(text));
  const { url, facts } = await openTestGateway(forwardTo(upstream.url));
  await (await ask(url)).text();
  const fact = facts[0];
  return fact?.type === "model.answered" ? fact : { costUsd: -1, budgetUsd: -1 };
}

const base = { input_tokens: 1000, output_tokens: 1 };
const opus = (input: number, output: number) => (input * 4 + output * 20) / 1e6;

describe("a bill", () => {
  const bills: [string, Counts, Counts[], number][] = [
    ["that takes its counts back", base, [{ output_tokens: 500 }, { output_tokens: 1 }], opus(1000, 500)],
    ["that takes back what went in", base, [{ input_tokens: 0, output_tokens: 500 }], opus(1000, 500)],
    [
      "that grows what went in, as after a search",
      base,
      [{ input_tokens: 9000, output_tokens: 500 }],
      opus(9000, 500),
    ],
    [
      "that tells of its cache in parts alone",
      { ...base, cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 1000 } },
      [{ output_tokens: 1 }],
      opus(1000, 1) + 0.005 + 0.008,
    ],
    [
      "that tells of its cache as a sum and in parts",
      {
        ...base,
        cache_creation_input_tokens: 3000,
        cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 },
      },
      [{ output_tokens: 1, cache_creation_input_tokens: 3000 }],
      opus(1000, 1) + 0.005 + 0.016,
    ],
    [
      "with a run of a dearer model that another one took over from",
      base,
      [
        {
          output_tokens: 100,
          iterations: [
            { type: "message", model: "claude-fable-5", input_tokens: 1000, output_tokens: 100 },
            { type: "fallback_message", model: "claude-opus-5-5", input_tokens: 1000, output_tokens: 100 },
          ],
        },
      ],
      (1000 * 10 + 100 * 50) / 1e6 + opus(1000, 100),
    ],
  ];
  test.each(bills)("%s is paid as it is", async (_name, start, deltas, usd) => {
    const { costUsd, budgetUsd } = await usdOf(billed(start, deltas));
    expect(costUsd).toBeCloseTo(usd, 9);
    expect(budgetUsd).toBeCloseTo(usd, 9);
  });

  test("in the name of a cheaper model than was asked for takes no less from the budget", async () => {
    const { costUsd, budgetUsd } = await usdOf(billed(base, [{ output_tokens: 500 }], "claude-haiku-5-5"));
    expect(budgetUsd).toBeCloseTo(opus(1000, 500), 9);
    expect(costUsd).toBeCloseTo((1000 * 0.1 + 500 * 0.5) / 1e6, 9);
  });
});

describe("without a bill", () => {
  const long = "Please look at everything. ".repeat(2000);
  const block = (cache?: object) => ({
    messages: [{ role: "user", content: [{ type: "text", text: long, ...cache }] }],
  });

  test.each([
    ["", 4, block()],
    [", which is to be kept for five minutes", 5, block({ cache_control: { type: "ephemeral" } })],
    [", which is to be kept for an hour", 8, block({ cache_control: { type: "ephemeral", ttl: "1h" } })],
  ])("what goes in%s counts at its price", async (_name, usdPerMillion, body) => {
    const upstream = openUpstream(() => silentAfter(""));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url), { timing: { billMs: 1 } });
    const stop = new AbortController();
    const asking = ask(url, { body, signal: stop.signal }).catch(() => undefined);
    while (upstream.seen.length === 0) await Bun.sleep(5);
    stop.abort();
    await asking;
    while (facts.length === 0) await Bun.sleep(5);
    const bytes = upstream.seen[0]?.body.length ?? 0;
    const usd = (Math.ceil(bytes / 2.5) * usdPerMillion) / 1e6;
    expect(facts[0]).toMatchObject({ type: "model.answered", estimated: true });
    expect(facts[0]).toHaveProperty("budgetUsd", expect.closeTo(usd, 9));
  });

  const page = (n: number) => `${n} 0 obj<</Type /Page/Parent 2 0 R>>endobj\n`;
  const pages = (count: number) => Array.from({ length: count }, (_, n) => page(n + 3)).join("");
  const packed = (text: string) => [
    "%PDF-1.5\n1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\r\n",
    deflateSync(text),
    "\nendstream endobj",
  ];
  const documents: [string, (string | Buffer)[], number][] = [
    ["forty pages", [`%PDF-1.1\n2 0 obj<</Type/Pages/Count 40>>endobj\n${pages(40)}`], 40],
    ["forty pages that are packed", packed(pages(40)), 40],
    ["one page that is said to be there forty times", [`%PDF-1.1\n<</Type/Pages/Count 40>>${page(3)}`], 40],
    ["a page and a scan on it", [page(3), Buffer.alloc(500_000, 7)], 1],
    ["no pages that can be seen", [Buffer.alloc(5000, 7)], 100],
    ["more pages than an endpoint takes", [`<</Count 999999999>>`], mostPages],
  ];
  test.each(documents)("a document with %s counts by its pages", (_name, parts, count) => {
    const data = Buffer.concat(parts.map((part) => Buffer.from(part))).toString("base64");
    const source = { type: "base64", media_type: "application/pdf", data };
    const { media } = takeInventory({
      messages: [{ role: "user", content: [{ type: "document", source }] }],
    });
    expect(media).toEqual({ bytes: data.length, tokens: count * 4500 });
  });

  test("what a search brings is read again with all that was asked, whatever the answer may have", async () => {
    const result = (n: number) => ({
      type: "web_search_tool_result",
      tool_use_id: `srvtoolu_${n}`,
      content: [{ type: "web_search_result", encrypted_content: "A".repeat(40_000) }],
    });
    const call = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const blocks = [call, result(1), call, result(2)].map((content_block, index) => ({
      type: "content_block_start",
      index,
      content_block,
    }));
    const broken = billed(base, []).replace(/event: message_stop[^]*/, sse(blocks));
    const upstream = openUpstream(() => streamed(broken));
    const { url, facts } = await openTestGateway(forwardTo(upstream.url));
    const body = { max_tokens: 10, tools: [{ type: "web_search_20250305", name: "web_search" }] };
    await (await ask(url, { body })).text().catch(() => undefined);
    const brought = (40_000 * 0.75) / 2.5;
    // Three runs of what was asked; the first result is read twice, the second once.
    expect(facts.at(-1)).toMatchObject({ tokens: { input: 3 * 1000 + 3 * brought } });
    expect(facts.at(-1)).toHaveProperty("budgetUsd", expect.closeTo(opus(3000 + 3 * brought, 10) + 0.02, 3));
  });

  test.each([
    ["English", "The gateway reads the answer while it passes. ", 2.5],
    ["Chinese", "网关在答复经过时读取它", 2.5],
    ["Korean", "게이트웨이는 응답을 읽습니다", 2.5],
    ["Hindi", "गेटवे उत्तर पढ़ता है", 2.5],
    ["Vietnamese", "cổng đọc câu trả lời", 2.5],
    ["Ethiopic", "መልሱን", 1],
    ["Khmer", "អានចម្លើយ", 1],
    ["cuneiform", "𒀀𒀁𒀂", 1],
  ])("%s counts by how tokenizers cut it", (_name, text, bytesPerToken) => {
    const bytes = new TextEncoder().encode(text.repeat(100));
    expect(bytes.length / tokensIn(weightOf(bytes))).toBeCloseTo(bytesPerToken, 2);
  });

  test("words in events that are not known count", () => {
    const words = "four".repeat(1000);
    const known = sse([{ type: "content_block_delta", delta: { type: "text_delta", text: words } }]);
    const passedBy = (text: string) =>
      createStreamMeter(createManualClock()).feed(new TextEncoder().encode(text)).passed;
    expect(passedBy(known)).toBe(1600);
    expect(passedBy(sse([{ type: "content_delta", delta: { text: words } }]))).toBe(1600);
    expect(passedBy(`data: ${words}\n\n`)).toBe(1600);
    expect(passedBy(sse([{ type: "ping" }]).repeat(1000))).toBe(0);
  });

  test("the same counts whether an answer comes in one piece or byte by byte", () => {
    const text = answerText("Hi there, all of you. ".repeat(50)).split("event: message_delta")[0] ?? "";
    const ways = [text, text.replaceAll("\n", "\r\n"), text.replaceAll("\n", "\r")];
    const counts = ways.flatMap((way) =>
      [1, 2, 3, 7, way.length].map((size) => {
        const meter = createStreamMeter(createManualClock());
        const bytes = new TextEncoder().encode(way);
        let passed = 0;
        for (let n = 0; n < bytes.length; n += size) passed = meter.feed(bytes.subarray(n, n + size)).passed;
        return passed;
      }),
    );
    expect(new Set(counts).size).toBe(1);
  });
});

test("an event without an end breaks the answer off before it fills the memory", () => {
  const meter = createStreamMeter(createManualClock());
  const piece = new TextEncoder().encode("a".repeat(1_000_000));
  meter.feed(new TextEncoder().encode(answerText("Hi").split("event: message_delta")[0] + "data: "));
  let fed = 0;
  while (meter.feed(piece).error === null && fed < 100) fed += 1;
  expect(fed).toBeLessThan(20);
  expect(meter.feed(piece).error).toBe("an event of it is too long");
});

test("a try that was paid for and spent the budget is the last", async () => {
  const upstream = openUpstream(() => silentAfter(""));
  const body = { max_tokens: 64_000, stream: false };
  const opened = await openTestGateway(forwardTo(upstream.url), {
    limits: { maxTurns: 10, maxBudgetUsd: 1 },
    timing: { firstByteMs: 50 },
  });
  expect((await ask(opened.url, { body })).status).toBe(402);
  expect(upstream.seen.length).toBe(1);
  const rich = await openTestGateway(forwardTo(upstream.url), { timing: { firstByteMs: 50 } });
  expect((await ask(rich.url, { body })).status).toBe(502);
  expect(upstream.seen.length).toBe(4);
});

test("each try is on record before it goes out, and each outcome says which one it settles", async () => {
  const order: string[] = [];
  const upstream = openUpstream((n) => {
    order.push("out");
    if (n === 3) return Response.json({ input_tokens: 7 });
    return n === 1 ? new Response("{}", { status: 529 }) : streamed(answerText("Hi"));
  });
  const record = async (fact: FactBody) =>
    void order.push(`${fact.type} ${"request" in fact ? fact.request : "-"}`);
  const { url } = await openTestGateway(forwardTo(upstream.url), { record, sending: record });
  await (await ask(url)).text();
  await (await ask(url, { path: "/v1/messages/count_tokens" })).text();
  expect(order).toEqual([
    "model.sent 1",
    "out",
    "model.failed 1",
    "model.sent 2",
    "out",
    "model.answered 2",
    "out",
  ]);
});

test("what cannot be put on record is not sent", async () => {
  const upstream = openUpstream(() => streamed(answerText("Hi")));
  const sending = () => Promise.reject(new Error("disk full"));
  const { url, gateway } = await openTestGateway(forwardTo(upstream.url), { sending });
  expect((await ask(url)).status).toBe(500);
  expect(gateway.verdict()).toMatchObject({ how: "api", message: expect.stringContaining("disk full") });
  expect(upstream.seen.length).toBe(0);
});
