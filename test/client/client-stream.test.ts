// The client's event stream and its follower: nothing lost, nothing doubled, also when the line or the hall goes.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { retryDelaysMs, silentMs } from "../../src/client/listen.ts";
import { hasCode } from "../../src/client/problem.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import type { EventBody, LedgerEvent } from "../../src/contract/commission/events.ts";
import { until } from "../harness/hall.ts";
import { serveApp, type ServedApp } from "../harness/served-app.ts";
import { createTestClient, type TestClient } from "../harness/test-client.ts";

let served: ServedApp;
let line: TestClient;
let left: AbortController;
beforeEach(() => {
  served = serveApp();
  line = createTestClient(served.url);
  left = new AbortController();
});
afterEach(async () => {
  left.abort();
  await served.stop();
});

const said = (word: string): EventBody => ({ type: "commission.blocked", waitingFor: [word] });
const cancelled: EventBody = { type: "commission.cancelled", endedBy: "cancel", reason: "enough" };

async function next<T>(iterator: AsyncGenerator<T, void>): Promise<T> {
  const step = await iterator.next();
  if (step.done) throw new Error("The iterator ended.");
  return step.value;
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}

describe("events", () => {
  test("begin with a reset, then tell each change", async () => {
    const events = line.client.events(left.signal);
    expect(await next(events)).toEqual({ type: "reset" });
    const id = served.hall.add();
    const event = served.hall.append(id, said("hello"));
    expect(await next(events)).toMatchObject({ type: "commission", commission: { id }, event });
  });

  test("go on after a cut line with exactly what was missed", async () => {
    const events = line.client.events(left.signal);
    await next(events);
    const id = served.hall.add();
    served.hall.append(id, said("1"));
    expect(seqOf(await next(events))).toBe(1);
    line.cut();
    for (const text of ["2", "3"]) served.hall.append(id, said(text));
    expect(seqOf(await next(events))).toBe(2);
    expect(seqOf(await next(events))).toBe(3);
    expect(line.waits).toEqual([100]);
  });

  test("go on after a line that was cut before the first change, by the id that the stream opens with", async () => {
    const events = line.client.events(left.signal);
    await next(events);
    line.cut();
    served.hall.append(served.hall.add(), said("1"));
    expect(seqOf(await next(events))).toBe(1);
    expect(line.waits).toEqual([100]);
  });

  test("of a hall that is silent for longer than its signs of life are apart are asked for again", async () => {
    const events = line.client.events(left.signal);
    await next(events);
    const id = served.hall.add();
    for (const text of ["1", "2", "3"]) {
      line.clock.advance(silentMs - 1); // each word of the hall counts as one
      served.hall.append(id, said(text));
      await next(events);
    }
    expect(line.waits).toEqual([]);
    const pending = next(events);
    await until("it is waited for", () => line.clock.pending() > 0);
    line.clock.advance(silentMs);
    await until("the line is tried again", () => line.waits.length > 0);
    served.hall.append(id, said("4"));
    expect(seqOf(await pending)).toBe(4);
    expect(line.waits).toEqual([8000]);
  });

  test("say reset when the hall was started anew", async () => {
    const events = line.client.events(left.signal);
    await next(events);
    served.hall.append(served.hall.add(), said("1"));
    await next(events);
    await served.stop();
    served = serveApp({ port: served.port, boot: "boot2" });
    expect(await next(events)).toEqual({ type: "reset" });
  });

  test("give up when the hall stays away", async () => {
    await served.stop();
    expect(await codeOf(next(line.client.events(left.signal)))).toBe("unreachable");
    expect(line.waits).toEqual([...retryDelaysMs]);
  });

  test("do not try again when they are refused", async () => {
    const stranger = createTestClient(served.url, "wrong");
    expect(await codeOf(next(stranger.client.events(left.signal)))).toBe("bad_token");
    expect(stranger.waits).toEqual([]);
  });

  test("end quietly when they are aborted, and the hall lets go", async () => {
    const events = line.client.events(left.signal);
    await next(events);
    const pending = events.next();
    left.abort();
    expect(await pending).toEqual({ done: true, value: undefined });
    await untilNobodyListens();
  });

  test("let go of the hall when the loop is left", async () => {
    for await (const message of line.client.events()) {
      expect(message.type).toBe("reset");
      break;
    }
    await untilNobodyListens();
  });
});

function seqOf(message: StreamMessage): number | null {
  return message.type === "commission" ? message.event.seq : null;
}

/** The heartbeat runs only while there is a consumer. */
async function untilNobodyListens(): Promise<void> {
  while (served.clock.pending() > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe("following a commission", () => {
  async function collect(events: AsyncGenerator<LedgerEvent, void>, into: number[] = []): Promise<number[]> {
    for await (const event of events) into.push(event.seq);
    return into;
  }

  test("that has ended tells its lines and ends", async () => {
    const id = served.hall.add();
    for (const body of [said("1"), said("2"), cancelled]) served.hall.append(id, body);
    expect(await collect(line.client.followCommission(id))).toEqual([1, 2, 3]);
    expect(await collect(line.client.followCommission(id, 2))).toEqual([3]);
    await untilNobodyListens();
  });

  test("that is at work tells each line once as it comes", async () => {
    const id = served.hall.add();
    const other = served.hall.add();
    served.hall.append(id, said("1"));
    const events = line.client.followCommission(id, 0, left.signal);
    expect((await next(events)).seq).toBe(1);
    served.hall.append(other, said("not ours"));
    served.hall.tell({ type: "hall", what: "attention" }); // what is told of the hall is not ours either
    served.hall.append(id, said("2"));
    expect((await next(events)).seq).toBe(2);
    // One the stream did not tell is found with the next one it does.
    served.hall.append(id, said("3"), { quietly: true });
    served.hall.append(id, cancelled);
    expect(await collect(events)).toEqual([3, 4]);
  });

  test("reads a long ledger page by page", async () => {
    const id = served.hall.add();
    for (let at = 0; at < 1200; at += 1) served.hall.append(id, said(String(at)));
    served.hall.append(id, cancelled);
    const seen = await collect(line.client.followCommission(id));
    expect(seen).toEqual(Array.from({ length: 1201 }, (_, at) => at + 1));
  });

  test("survives cut lines without loss or repetition", async () => {
    const id = served.hall.add();
    served.hall.append(id, said("first"));
    const seen: number[] = [];
    for await (const event of line.client.followCommission(id, 0, left.signal)) {
      seen.push(event.seq);
      if (event.seq % 3 === 0) line.cut();
      if (event.seq < 30) served.hall.append(id, said("more"));
      if (event.seq === 30) served.hall.append(id, cancelled);
    }
    expect(seen).toEqual(Array.from({ length: 31 }, (_, at) => at + 1));
  });

  test("throws not_found for one that is not there or is deleted meanwhile", async () => {
    const id = served.hall.add();
    const events = line.client.followCommission(id, 0, left.signal);
    served.hall.append(id, said("1"));
    await next(events);
    served.hall.tell({ type: "deleted", id });
    const error: unknown = await events.next().catch((thrown: unknown) => thrown);
    expect(hasCode(error, "not_found")).toBe(true);
  });

  test("ends quietly when it is aborted", async () => {
    const id = served.hall.add();
    served.hall.append(id, said("1"));
    const events = line.client.followCommission(id, 0, left.signal);
    await next(events);
    const pending = events.next();
    left.abort();
    expect(await pending).toEqual({ done: true, value: undefined });
  });
});
