// Ends a model's answers in every way that we know, at an endpoint that bills honestly. If the bill arrives,
// the recorded cost equals it. Otherwise the record is at least the bill and at most twice as much.
import type { FactBody } from "../src/contract/commission/facts.ts";
import type { GatewayVerdict } from "../src/contract/course/session-end.ts";
import { mostMadeIn } from "../src/rules/model/estimate.ts";
import { costOf } from "../src/rules/model/prices.ts";
import { ask, closeAll, forwardTo, openTestGateway } from "../test/model/gateway/support.ts";
import { billMs, kindsOfWords, type Reader, type Way, ways } from "./answer-ends.ts";
import { type Endpoint, model, openEndpoint, type Words } from "../test/model/gateway/honest-endpoint.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "answer-ends",
  what: "Answers of a model end in every way we know: what is on record is what the endpoint bills, or up to twice that.",
  size: ways.length * kindsOfWords.length,
  run,
};

interface Case {
  way: Way;
  words: Words;
}

interface Judged extends Case {
  billedUsd: number;
  recordedUsd: number;
  verdict: GatewayVerdict | null;
  /** The cost that the answer itself had stated by its end. An earlier gateway charged no more than this. */
  saidUsd: number;
  /** The most that a model could have produced in that time. */
  timeUsd: number;
}

const atOnce = 8;

async function run({ size, say }: HuntOrder): Promise<void> {
  const cases = kindsOfWords.flatMap((_, shift) =>
    ways.map((way, n): Case => ({ way, words: kindsOfWords[(n + shift) % kindsOfWords.length] ?? prose })),
  );
  const judged: Judged[] = [];
  for (let at = 0; at < Math.min(size, cases.length); at += atOnce)
    judged.push(...(await Promise.all(cases.slice(at, Math.min(at + atOnce, size)).map(play))));
  await closeAll();
  tell(judged, say);
}

const prose = kindsOfWords[0] as Words;

async function play({ way, words }: Case): Promise<Judged> {
  const endpoint = await openEndpoint(words, way.manner);
  const facts: FactBody[] = [];
  const opened = await openTestGateway(forwardTo(endpoint.url), {
    record: async (fact) => void facts.push(fact),
    timing: { billMs, betweenBytesMs: 1500, retryDelaysMs: isRetried(way) ? [1, 1] : [] },
  });
  const began = performance.now();
  await read(opened.url, way, () => opened.gateway.close());
  await settled(facts, way);
  await opened.gateway.close();
  await endpoint.close();
  const verdict = opened.gateway.verdict();
  const output = mostMadeIn(performance.now() - began);
  const timeUsd = costOf(model, { ...noCache, input: 0, output }).budgetUsd;
  return { way, words, verdict, timeUsd, ...sums(endpoint, facts) };
}

function isRetried({ manner }: Way): boolean {
  return manner.refuses !== undefined;
}

const task = "Please look at everything that is there, and tell me what you think of it. ".repeat(60);

async function read(url: string, { reader, streamed }: Way, cancel: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const messages = [{ role: "user", content: [{ type: "text", text: task }] }];
  const body = { stream: streamed, max_tokens: 32_000, messages };
  const asking = ask(url, { body, signal: stop.signal });
  const leave = reader.how === "is cancelled" ? cancel : async () => stop.abort();
  if (reader.how !== "reads all" && reader.after === 0) {
    await Bun.sleep(100);
    await leave();
    await asking.catch(() => undefined);
    return;
  }
  try {
    await follow(await asking, reader, leave);
  } catch {
    // The answer broke off, as expected.
  }
}

async function follow(answer: Response, reader: Reader, leave: () => Promise<void>): Promise<void> {
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString("latin1");
    // The start of the message and of its first block count as one event.
    const events = text.split("\n\n").length - 2;
    if (reader.how !== "reads all" && events >= reader.after) {
      await leave();
      return;
    }
  }
}

/** Waits until the answer is on record, up to a limit. Does not wait after a cancellation. */
async function settled(facts: readonly FactBody[], { reader }: Way): Promise<void> {
  const until = performance.now() + billMs + 3000;
  while (reader.how !== "is cancelled" && performance.now() < until) {
    if (facts.some(({ type }) => type === "model.answered")) return;
    await Bun.sleep(10);
  }
}

function sums(endpoint: Endpoint, facts: readonly FactBody[]) {
  const answered = facts.filter((fact) => fact.type === "model.answered");
  const bills = endpoint.billed();
  const usdOf = (tokens: { input: number; output: number }[]) =>
    tokens.reduce((sum, each) => sum + costOf(model, { ...noCache, ...each }).budgetUsd, 0);
  return {
    billedUsd: usdOf(bills),
    recordedUsd: answered.reduce((sum, fact) => sum + fact.budgetUsd, 0),
    saidUsd: usdOf(bills.slice(0, 1).map(({ input }) => ({ input, output: 1 }))),
  };
}

const noCache = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0, fast: false, inUs: false };

function tell(judged: readonly Judged[], say: HuntOrder["say"]): void {
  const wrong = judged.filter(isWrong).map(wrongText).join("; ");
  const detail = wrong === "" ? { of: judged.length } : { of: judged.length, wrong };
  const withoutBill = judged.filter(({ way }) => way.bill === "none");
  const bounded = withoutBill.filter((each) => !isIdle(each)).map(shareOf);
  const billed = judged.filter(({ way }) => way.bill === "came").map(shareOf);
  const off = Math.max(0, ...billed.map((share) => Math.abs(share - 1))) * 100;
  const [least, most] = [Math.min(...withoutBill.map(shareOf)), Math.max(...bounded)];
  const going = judged.filter(({ way, verdict }) => (way.condemned === true) !== (verdict !== null));
  say({ name: differs, value: off, unit: "%", target: "<= 1", ok: off <= 1, detail });
  say({ name: leastShare, value: least, unit: "x", target: ">= 1", ok: least >= 1, detail });
  say({ name: mostShare, value: most, unit: "x", target: "<= 2", ok: most <= 2, detail });
  say({ name: goingOn, value: going.length, unit: "", target: "0", ok: going.length === 0 });
  tellSilent(judged, say);
  const share = shareSaid(judged);
  say({ name: believed, value: share, unit: "x", target: "< 0.5", ok: share < 0.5, control: true });
}

function tellSilent(judged: readonly Judged[], say: HuntOrder["say"]): void {
  const idle = judged.filter(isIdle);
  const most = Math.max(0, ...idle.map(shareOf));
  const above = idle.filter(isWrong).length;
  say({ name: idleShare, value: most, unit: "x", target: "by time", ok: above === 0, detail: { above } });
  const silent = judged.filter(({ way }) => way.manner.hides !== undefined && way.bill === "none");
  if (silent.length === 0) return;
  const share = shareSaid(silent);
  say({ name: silentShare, value: share, unit: "x", target: "< 1", ok: share < 1, control: true });
}

/** Returns the share of the bills on record if only the cost stated in each answer were charged. */
function shareSaid(judged: readonly Judged[]): number {
  const said = sum(judged.map((each) => Math.min(each.saidUsd, each.billedUsd)));
  return said / sum(judged.map(({ billedUsd }) => billedUsd));
}

function shareOf({ recordedUsd, billedUsd }: Judged): number {
  return recordedUsd / billedUsd;
}

/**
 * Returns whether the endpoint was idle in silence. Text is never idle, because it is sent as it is produced.
 */
function isIdle({ way, words }: Judged): boolean {
  return way.idle === true && words.as !== "text_delta";
}

const differs = "the most by which a record differs from the bill that came";
const leastShare = "the least share of the endpoint's count on record, without a bill";
const mostShare = "the largest share of the endpoint's count on record, without a bill";
const goingOn = "sessions that go on without counts, or end with them";
const idleShare = "the largest share on record of an endpoint that made nothing in silence";
const silentShare =
  "the share on record of answers that hide what they make, if the bytes that came were believed";
const believed = "the share on record if the start of an answer were believed";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function isWrong(judged: Judged): boolean {
  const { way, recordedUsd, billedUsd, timeUsd } = judged;
  const ratio = shareOf(judged);
  if (way.bill === "came") return Math.abs(ratio - 1) > 0.01;
  const mostUsd = 2 * billedUsd + (isIdle(judged) ? timeUsd : 0);
  return ratio < 1 || recordedUsd > mostUsd;
}

function wrongText({ way, words, billedUsd, recordedUsd }: Judged): string {
  return `${way.name} (${words.name}): billed $${billedUsd.toFixed(6)}, on record $${recordedUsd.toFixed(6)}`;
}
