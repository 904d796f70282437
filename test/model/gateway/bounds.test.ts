// What a session can make its gateway hold is bounded before any of it is read.
import { afterEach, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { sessionTurnstile } from "../../../src/model/gateway/gateway.ts";
import { mostDepth, mostValues, sizeOfJson } from "../../../src/base/data/json-size.ts";
import {
  answerText,
  ask,
  closeAll,
  closeLater,
  forwardTo,
  mainBody,
  openTestGateway,
  openUpstream,
  secret,
  streamed,
} from "./support.ts";

afterEach(closeAll);

/** Sends the head of a request and part of its body, and hears what is answered to that. */
function sendPart(url: string, order: { length?: number; chunked?: true; path?: string; part?: string }) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  closeLater(async () => void socket.destroy());
  const length = order.chunked ? "transfer-encoding: chunked" : `content-length: ${order.length ?? 0}`;
  socket.write(
    `POST ${order.path ?? "/v1/messages"} HTTP/1.1\r\nhost: x\r\nx-api-key: ${secret}\r\n${length}\r\n\r\n${order.part ?? ""}`,
  );
  return {
    socket,
    status: new Promise<number>((resolve) => {
      socket.once("data", (bytes) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString())?.[1])));
      socket.once("error", () => resolve(0));
    }),
  };
}

const answering = () => openUpstream(() => streamed(answerText("Hi")));

describe("before a body is read", () => {
  test("one that is too long, or does not say how long it is, is refused", async () => {
    const { url } = await openTestGateway(forwardTo(answering().url));
    expect(await sendPart(url, { length: 32 * 1024 * 1024 + 1 }).status).toBe(413);
    expect(await sendPart(url, { chunked: true }).status).toBe(411);
  });

  test("one that comes after the budget is spent is refused", async () => {
    const spent = { limits: { maxTurns: 9, maxBudgetUsd: 1 }, spent: { turns: 0, usd: 1 } };
    const { url, gateway } = await openTestGateway(forwardTo(answering().url), spent);
    expect(await sendPart(url, { length: 1000 }).status).toBe(402);
    expect(gateway.verdict()).toEqual({ how: "budget", limitUsd: 1 });
  });

  test("more requests than may be under way at once wait, and are answered when there is room", async () => {
    const upstream = answering();
    const { url } = await openTestGateway(forwardTo(upstream.url));
    const open = Array.from({ length: sessionTurnstile.requests }, () => sendPart(url, { length: 100 }));
    await Bun.sleep(100);
    const next = ask(url);
    await Bun.sleep(100);
    expect(upstream.seen.length).toBe(0);
    open[0]?.socket.destroy();
    expect((await next).status).toBe(200);
  });

  test("more requests than may wait are put off", async () => {
    const { url } = await openTestGateway(forwardTo(answering().url));
    const most = sessionTurnstile.requests + sessionTurnstile.waiting;
    const open = Array.from({ length: most }, () => sendPart(url, { length: 100 }));
    await Bun.sleep(200);
    const next = await ask(url);
    expect([next.status, next.headers.get("x-should-retry")]).toEqual([529, "true"]);
    for (const { socket } of open) socket.destroy();
    await Bun.sleep(200);
    expect((await ask(url)).status).toBe(200);
  });

  test("more bytes than may be under way at once wait", async () => {
    const upstream = answering();
    const { url } = await openTestGateway(forwardTo(upstream.url));
    const open = [20, 20].map((megabytes) => sendPart(url, { length: megabytes * 1024 * 1024 }));
    await Bun.sleep(100);
    const next = ask(url);
    await Bun.sleep(100);
    expect(upstream.seen.length).toBe(0);
    open[0]?.socket.destroy();
    expect((await next).status).toBe(200);
  });
});

describe("a body that would be large once it is parsed", () => {
  const text = JSON.stringify(mainBody());
  const withValue = (value: string) => text.replace("{", `{"metadata":${value},`);
  const bodies: [string, string][] = [
    ["deep lists", withValue("[".repeat(100_000) + "]".repeat(100_000))],
    ["deep objects", withValue('{"a":'.repeat(100_000) + "1" + "}".repeat(100_000))],
    ["deep lists that do not end", withValue("[".repeat(10_000_000))],
    ["small objects", withValue(`[${"{},".repeat(3_000_000)}{}]`)],
    ["small numbers", withValue(`[${"1,".repeat(3_000_000)}1]`)],
    ["small members", withValue(`{${Array.from({ length: 600_000 }, (_, n) => `"${n}":1`).join()}}`)],
  ];
  test.each(bodies)("(%s) is refused at once, in plain words", async (_name, body) => {
    const upstream = answering();
    const { url, gateway } = await openTestGateway(forwardTo(upstream.url));
    const began = performance.now();
    const answer = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": secret },
      body,
    });
    expect(answer.status).toBe(402);
    expect(await answer.text()).toMatch(
      /A request may (?:have at most \d+ values|be nested at most \d+ deep)/,
    );
    expect(performance.now() - began).toBeLessThan(2000);
    expect(upstream.seen.length).toBe(0);
    expect(gateway.verdict()).toBeNull();
  });

  test("is told apart from a long conversation (control)", async () => {
    const { url } = await openTestGateway(forwardTo(answering().url));
    const said = Array.from({ length: 2000 }, (_, n) => ({
      role: n % 2 ? "assistant" : "user",
      content: [{ type: "text", text: `"[{,:\\ ${n}`.repeat(100) }],
    }));
    expect((await ask(url, { body: { messages: said } })).status).toBe(200);
  });

  test("is measured without being parsed", () => {
    const sizeOf = (value: string) => sizeOfJson(new TextEncoder().encode(value));
    expect(sizeOf('{"a":[1,2,{"b\\"}":"[[[\\\\"}]}')).toEqual({ depth: 3, values: 6, members: 2 });
    expect(sizeOf("[".repeat(1000)).depth).toBe(mostDepth + 1);
    expect(sizeOf(`[${"1,".repeat(mostValues + 10)}1]`).values).toBe(mostValues + 1);
  });
});
