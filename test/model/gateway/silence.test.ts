// Without a bill, an answer is charged for the time in which its endpoint may have made what it did not show.
import { afterEach, describe, expect, test } from "bun:test";
import { chargeFor } from "../../../src/model/gateway/charge.ts";
import { createStreamMeter } from "../../../src/model/gateway/meter.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import {
  answerText,
  ask,
  closeAll,
  forwardTo,
  openTestGateway,
  openUpstream,
  silentAfter,
  sse,
  type WireEvent,
} from "./support.ts";

afterEach(closeAll);

const usage = { input_tokens: 1000, output_tokens: 1 };
const message = { id: "m", type: "message", role: "assistant", model: "claude-opus-5-5", content: [], usage };
const start: WireEvent = { type: "message_start", message };
const begin = (content_block: object): WireEvent => ({
  type: "content_block_start",
  index: 0,
  content_block,
});
const delta = (each: object): WireEvent => ({ type: "content_block_delta", index: 0, delta: each });
const stop: WireEvent = { type: "content_block_stop", index: 0 };
const ping: WireEvent = { type: "ping" };

const thinking = begin({ type: "thinking", thinking: "", signature: "" });
const toolUse = begin({ type: "tool_use", id: "toolu_1", name: "Write", input: {} });
const text = begin({ type: "text", text: "" });
const summary = delta({ type: "thinking_delta", thinking: "I look at it." });
const counted = delta({ type: "thinking_delta", thinking: "", estimated_tokens: 2000 });
const signature = delta({ type: "signature_delta", signature: "A".repeat(40_000) });
const input = delta({ type: "input_json_delta", partial_json: '{"content":"' + "four".repeat(2500) });
const words = delta({ type: "text_delta", text: "four".repeat(2500) });

/** Each number is a time in which nothing comes, in seconds. */
type Course = readonly (WireEvent | number)[];

function meterAfter(course: Course) {
  const clock = createManualClock();
  const meter = createStreamMeter(clock);
  for (const each of course) {
    if (typeof each === "number") clock.advance(each * 1000);
    else meter.feed(new TextEncoder().encode(sse([each])));
  }
  return meter;
}

describe("of an answer without a bill", () => {
  const perSecond = 250;
  const cases: [string, Course, number][] = [
    ["reasoning without a word counts by its time", [start, thinking, 40], 40 * perSecond],
    ["pings do not end a silence", [start, thinking, 20, ping, 20], 40 * perSecond],
    ["a summary of reasoning does not end it", [start, thinking, 20, summary, 20], 40 * perSecond],
    ["the endpoint's own count of it does", [start, thinking, 20, counted, 20], 2000 + 20 * perSecond],
    ["its encrypted form stands for all of it", [start, thinking, 40, signature, 1], 12_000],
    ["it counts on after the block is over", [start, thinking, 40, summary, stop, text], 40 * perSecond],
    ["its encrypted form does so too", [start, thinking, 40, signature, stop, text, 9], 12_000],
    ["input of a tool that is held back counts by its time", [start, toolUse, 40], 2 + 40 * perSecond],
    ["input of a tool that comes counts by itself", [start, toolUse, 40, input], 4007],
    ["and by the time since it came", [start, toolUse, 40, input, 2], 4007 + 2 * perSecond],
    ["the time before a block that is shown whole does not", [start, text, words, stop, 40, text], 4000],
    ["the time in which no block has begun yet counts", [start, 8], 8 * perSecond],
    ["text that stalls counts by what came (control)", [start, text, words, 40], 4000],
  ];
  test.each(cases)("%s", (_name, course, tokens) => {
    expect(meterAfter(course).read().passed).toBe(tokens);
  });

  test("none counts more than the request may cost", () => {
    const asked = {
      model: "claude-opus-5-5",
      estimatedInput: 9,
      caches: null,
      maxTokens: 5000,
      stream: true,
    };
    const { usage: charged, estimated } = chargeFor(asked, meterAfter([start, thinking, 40]).read());
    expect([charged.input, charged.output, estimated]).toEqual([1000, 5000, true]);
  });

  test("the bytes that came say nothing of it (control)", () => {
    expect(meterAfter([start, thinking]).read().passed).toBe(0);
  });
});

test("a bill that came is all that counts, however long the silence was", () => {
  const bill: WireEvent = { type: "message_delta", delta: {}, usage: { output_tokens: 700 } };
  const asked = {
    model: "claude-opus-5-5",
    estimatedInput: 9,
    caches: null,
    maxTokens: 50_000,
    stream: true,
  };
  const charge = chargeFor(asked, meterAfter([start, thinking, 40, bill]).read());
  expect([charge.usage.output, charge.estimated]).toEqual([700, false]);
});

describe("a session that thinks without a word", () => {
  const silent = sse([start, thinking, ping]);
  const patient = { firstByteMs: 900_000, betweenBytesMs: 900_000, billMs: 10_000 };

  async function begun(clock: ManualClock, stopped: AbortSignal) {
    const upstream = openUpstream(() => silentAfter(silent));
    const opened = await openTestGateway(forwardTo(upstream.url), { clock, timing: patient });
    const asking = await ask(opened.url, { body: { max_tokens: 64_000 }, signal: stopped });
    const reader = asking.body?.getReader();
    for (let heard = ""; !heard.includes('"ping"');)
      heard += Buffer.from((await reader?.read())?.value ?? []).toString();
    clock.advance(40_000);
    return opened;
  }

  test("pays for the time until nobody waits for its bill, if its reader leaves", async () => {
    const clock = createManualClock();
    const leaving = new AbortController();
    const { facts } = await begun(clock, leaving.signal);
    const timers = clock.pending();
    leaving.abort();
    await until("the gateway waits for the bill alone", () => clock.pending() > timers);
    clock.advance(10_000);
    await until("its cost is on record", () => facts.length > 0);
    expect(facts[0]).toMatchObject({ estimated: true, tokens: { input: 1000, output: 50 * 250 } });
  });

  test("pays for its time if it is cancelled", async () => {
    const clock = createManualClock();
    const { facts, gateway } = await begun(clock, new AbortController().signal);
    await gateway.close();
    expect(facts[0]).toMatchObject({ estimated: true, tokens: { input: 1000, output: 40 * 250 } });
  });
});

test("no session asks for another show of reasoning than claude does", async () => {
  const upstream = openUpstream(() => silentAfter(answerText("Hi")));
  const { url } = await openTestGateway(forwardTo(upstream.url));
  const asked = async (display: unknown) => {
    const answer = await ask(url, { body: { thinking: { type: "adaptive", display } } });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await asked("omitted")).toBe(402);
  expect(await asked("summarized")).toBe(402);
  expect(await asked({})).toBe(402);
  expect(await asked("updates")).toBe(200);
});
