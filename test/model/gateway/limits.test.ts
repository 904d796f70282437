// Limits hold however many requests come at once, and are charged for what was really answered.
import { afterEach, describe, expect, test } from "bun:test";
import { type AccountOrder, createAccount } from "../../../src/model/gateway/account.ts";
import { createAdmission } from "../../../src/model/gateway/admission.ts";
import { readAsked } from "../../../src/model/gateway/asked.ts";
import { mostOf, mostUsd } from "../../../src/model/gateway/charge.ts";
import { mostAtOnce } from "../../../src/rules/limits/may-send.ts";
import {
  answerText,
  ask,
  closeAll,
  forwardTo,
  mainBody,
  openTestGateway,
  openUpstream,
  silentAfter,
  streamed,
  type TestGateway,
} from "./support.ts";

afterEach(closeAll);

const searchTool = { name: "web_search", type: "web_search_20250305" };
const search = { tools: [searchTool] };
const searchUpTo = (max_uses: number) => ({ tools: [{ ...searchTool, max_uses }] });

const accountOrder: AccountOrder = {
  limits: { maxTurns: 100, maxBudgetUsd: 1 },
  spent: { turns: 0, usd: 0 },
  failedTurns: 0,
  mostFailures: null,
  record: async () => undefined,
};

async function statuses({ url }: TestGateway, count: number, body = {}): Promise<number[]> {
  const read = async () => {
    const answer = await ask(url, { body });
    await answer.text();
    return answer.status;
  };
  return Promise.all(Array.from({ length: count }, read));
}

/** Answers nothing before `count` requests have come or nobody else can come. */
function openGatheringUpstream(count: number, usage: Record<string, unknown>) {
  const gathered = Promise.withResolvers<void>();
  let most = 0;
  let open = 0;
  const upstream = openUpstream(async (n) => {
    open += 1;
    most = Math.max(most, open);
    if (n >= count) gathered.resolve();
    await gathered.promise;
    open -= 1;
    return streamed(answerText("Hi", usage));
  });
  return { url: upstream.url, seen: upstream.seen, most: () => most };
}

describe("of many requests at once", () => {
  test("no more go out than there are turns left", async () => {
    const upstream = openGatheringUpstream(1, { input_tokens: 1, output_tokens: 1 });
    const opened = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 1, maxBudgetUsd: 100 },
    });
    expect((await statuses(opened, 10)).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 402),
    ]);
    expect(upstream.seen.length).toBe(1);
    expect(opened.gateway.verdict()).toEqual({ how: "turns", limit: 1 });
  });

  test.each([
    ["searches", search],
    ["searches with a bound", searchUpTo(8)],
    ["long answers", { max_tokens: 128_000 }],
  ])("only one can overdraw the budget: %s", async (_name, body) => {
    const upstream = openGatheringUpstream(1, { input_tokens: 1_000_000, output_tokens: 1 });
    const opened = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 100, maxBudgetUsd: 0.01 },
    });
    const all = await statuses(opened, 20, body);
    expect(all.filter((status) => status === 200).length).toBe(1);
    expect([upstream.seen.length, upstream.most()]).toEqual([1, 1]);
    expect(opened.gateway.verdict()).toEqual({ how: "budget", limitUsd: 0.01 });
  });

  test("searches go out one after another, and together where the budget has room for all they may bring", async () => {
    const atOnce = async (body: object, count: number) => {
      const upstream = openGatheringUpstream(count, { input_tokens: 1, output_tokens: 1 });
      const opened = await openTestGateway(forwardTo(upstream.url));
      expect(await statuses(opened, 8, body)).toEqual(Array.from({ length: 8 }, () => 200));
      return upstream.most();
    };
    expect(await atOnce(search, 1)).toBe(1);
    expect(await atOnce(searchUpTo(1), mostAtOnce)).toBe(mostAtOnce);
  });

  test("others would go out beside a search if only what is sent with it counted (control)", async () => {
    const raw = new TextEncoder().encode(JSON.stringify({ ...mainBody(), ...search }));
    const asked = readAsked({ target: "/v1/messages", counting: false, headers: new Headers(), body: raw });
    if (typeof asked === "string") throw new Error(asked);
    const goOut = async (usd: number) => {
      const admission = createAdmission(createAccount(accountOrder));
      const first = await admission.enter({ kind: asked.kind, usd }, new AbortController().signal);
      const leaving = new AbortController();
      const second = admission.enter({ kind: asked.kind, usd }, leaving.signal);
      leaving.abort();
      return [first.how, (await second).how];
    };
    const { inputUsd, outputUsd } = mostOf(asked);
    expect(await goOut(inputUsd + outputUsd)).toEqual(["pass", "pass"]);
    expect(await goOut(mostUsd(asked))).toEqual(["pass", "left"]);
  });

  test("all are answered in the end where the limits allow it", async () => {
    const upstream = openGatheringUpstream(mostAtOnce, { input_tokens: 1, output_tokens: 1 });
    const opened = await openTestGateway(forwardTo(upstream.url));
    expect(await statuses(opened, 11)).toEqual(Array.from({ length: 11 }, () => 200));
    expect(upstream.most()).toBe(mostAtOnce);
  });

  test("one that waits for the last turn gets it when the one before breaks off", async () => {
    const begun = Promise.withResolvers<void>();
    const upstream = openUpstream((n) => {
      if (n > 1) return streamed(answerText("Hi"));
      begun.resolve();
      return silentAfter(answerText("Hi").slice(0, 300));
    });
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 1, maxBudgetUsd: 100 },
      timing: { betweenBytesMs: 100 },
    });
    const first = ask(url).then((answer) => answer.text().catch(() => "broken"));
    await begun.promise;
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(await first).toBe("broken");
    expect(gateway.verdict()).toBeNull();
  });

  test("one whose claude has left makes room for the next", async () => {
    const asked = Promise.withResolvers<void>();
    const upstream = openUpstream((n) => {
      if (n > 1) return streamed(answerText("Hi"));
      asked.resolve();
      return new Promise<Response>(() => {});
    });
    const { url } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 1, maxBudgetUsd: 100 },
    });
    const stop = new AbortController();
    const first = ask(url, { signal: stop.signal }).catch(() => "left");
    await asked.promise;
    const second = ask(url);
    stop.abort();
    expect(await first).toBe("left");
    expect(await (await second).text()).toBe(answerText("Hi"));
  });
});

describe("an answer that breaks off", () => {
  test("is paid for, but is no turn", async () => {
    const upstream = openUpstream((n) =>
      streamed(n === 1 ? answerText("Hi").slice(0, 300) : answerText("Hi")),
    );
    const { url, gateway, facts } = await openTestGateway(forwardTo(upstream.url), {
      limits: { maxTurns: 1, maxBudgetUsd: 100 },
    });
    expect(await (await ask(url)).text().catch(() => "broken")).toBe("broken");
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(facts).toMatchObject([
      { type: "model.failed" },
      { type: "model.answered", whole: false, tokens: { input: 1000 } },
      { type: "model.answered", whole: true },
    ]);
    expect(gateway.verdict()).toBeNull();
    expect((await ask(url)).status).toBe(402);
  });
});

describe("claude leaving while the cost of an answer is recorded", () => {
  test("is no reason to end the session", async () => {
    const upstream = openUpstream(() => streamed(answerText("Hi")));
    const recording = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const recorded: string[] = [];
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url), {
      record: async (fact) => {
        recording.resolve();
        await left.promise;
        recorded.push(fact.type);
      },
    });
    const stop = new AbortController();
    const asking = ask(url, { signal: stop.signal, body: search }).then((answer) => answer.text());
    await recording.promise;
    stop.abort();
    expect(await asking.catch(() => "left")).toBe("left");
    // The gateway hears of it over its own connection: a later request there comes after.
    await (await fetch(url)).text();
    left.resolve();
    expect(await (await ask(url)).text()).toBe(answerText("Hi"));
    expect(recorded).toEqual(["model.searching", "model.answered", "model.answered"]);
    expect(gateway.verdict()).toBeNull();
  });
});
