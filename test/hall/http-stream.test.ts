// GET /api/v1/events: order, going on after a loss, heartbeat, slow and leaving consumers, stop.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { once } from "node:events";
import { keptMessages } from "../../src/hall/http/stream/replay-buffer.ts";
import { heartbeatMs } from "../../src/hall/http/stream/event-stream.ts";
import { readEvents, type EventReader } from "../harness/event-reader.ts";
import { serveApp, token, type ServedApp } from "../harness/served-app.ts";

let served: ServedApp;
const readers: EventReader[] = [];
beforeEach(() => {
  served = serveApp();
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.cancel().catch(() => undefined)));
  await served.stop();
});

/** Resolves once the greeting has arrived. */
async function open(path = "/api/v1/events", headers: Record<string, string> = {}): Promise<EventReader> {
  const response = await served.ask(path, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toStartWith("text/event-stream");
  const reader = readEvents(response);
  readers.push(reader);
  return reader;
}

function tellDeleted(count: number): void {
  const id = served.hall.add();
  for (let at = 0; at < count; at += 1) served.hall.tell({ type: "deleted", id });
}

/** The server learns of a closed connection a moment later; it tells by cancelling its heartbeat. */
async function untilNoTimer(): Promise<void> {
  while (served.clock.pending() > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe("a consumer", () => {
  test("is told at once that it is connected, and where it is", async () => {
    tellDeleted(3);
    const reader = await open();
    expect(await reader.next()).toMatchObject({ comment: "connected", id: "boot1-3", data: null });
  });

  test("sees each change in order, with ids that count up", async () => {
    const reader = await open();
    await reader.next();
    const id = served.hall.add();
    const event = served.hall.append(id, { type: "commission.unblocked" });
    served.hall.tell({ type: "deleted", id });
    expect(await reader.next()).toMatchObject({
      id: "boot1-1",
      event: "commission",
      data: { type: "commission", commission: { id }, event },
    });
    expect(await reader.next()).toMatchObject({
      id: "boot1-2",
      event: "deleted",
      data: { type: "deleted", id },
    });
  });

  test("is kept awake by a comment every 20 seconds", async () => {
    const reader = await open();
    await reader.next();
    for (let beat = 0; beat < 3; beat += 1) {
      served.clock.advance(heartbeatMs);
      expect(await reader.next()).toMatchObject({ comment: "still here", data: null });
    }
  });

  test("that leaves is forgotten, and an idle hall has no timer", async () => {
    const reader = await open();
    await reader.next();
    expect(served.clock.pending()).toBe(1);
    await reader.cancel();
    await untilNoTimer();
    tellDeleted(1);
    expect(served.failures).toEqual([]);
  });

  test("without the token gets nothing", async () => {
    expect((await fetch(`${served.url}/api/v1/events`)).status).toBe(401);
    expect(served.clock.pending()).toBe(0);
  });
});

describe("going on after a loss", () => {
  test("a known id gets exactly what it missed, by header or by query", async () => {
    tellDeleted(5);
    const readersOfTwo = [
      await open("/api/v1/events", { "last-event-id": "boot1-3" }),
      await open("/api/v1/events?lastEventId=boot1-3"),
    ];
    for (const reader of readersOfTwo) {
      expect(await reader.next()).toMatchObject({ comment: "connected again", id: null });
      expect(await reader.next()).toMatchObject({ id: "boot1-4" });
      expect(await reader.next()).toMatchObject({ id: "boot1-5" });
    }
    tellDeleted(1);
    for (const reader of readersOfTwo) expect(await reader.next()).toMatchObject({ id: "boot1-6" });
  });

  test("the latest id misses nothing", async () => {
    tellDeleted(2);
    const reader = await open("/api/v1/events", { "last-event-id": "boot1-2" });
    await reader.next();
    tellDeleted(1);
    expect(await reader.next()).toMatchObject({ id: "boot1-3", event: "deleted" });
  });

  test("an unknown or too old id gets one reset, and then goes on from now", async () => {
    tellDeleted(keptMessages + 1);
    const latest = `boot1-${keptMessages + 1}`;
    const unknown = [
      "boot0-5",
      "boot1-0",
      `boot1-${keptMessages + 2}`,
      "boot1-",
      "boot1--1",
      "boot1-1e3",
      "boot1-01",
      "x",
    ];
    for (const id of unknown) {
      const reader = await open("/api/v1/events", { "last-event-id": id });
      expect({ id, seen: await reader.next() }).toMatchObject({
        id,
        seen: { id: latest, event: "reset", data: { type: "reset" } },
      });
    }
    const oldest = await open("/api/v1/events", { "last-event-id": "boot1-1" });
    await oldest.next();
    expect(await oldest.next()).toMatchObject({ id: "boot1-2" });
  });
});

describe("a slow consumer", () => {
  test("is cut off instead of filling the hall's memory, and others are not held up", async () => {
    const quick = await open();
    await quick.next();
    const socket = connect(served.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.pause();
    const id = served.hall.add();
    const text = "x".repeat(60_000);
    const rounds = 400;
    for (let round = 1; round <= rounds; round += 1) {
      served.hall.append(id, { type: "commission.blocked", waitingFor: [text] });
      expect(await quick.next()).toMatchObject({ id: `boot1-${round}` });
    }
    const received = await drain(socket);
    expect(received).toBeLessThan((rounds * text.length) / 2);
  }, 20_000);
});

/** Reads what is left until the other side ends the connection or has ended the stream. */
async function drain(socket: ReturnType<typeof connect>): Promise<number> {
  let received = 0;
  await new Promise<void>((resolve) => {
    socket.on("data", (data) => {
      received += data.length;
      // The last chunk of a chunked answer: the hall has closed this stream.
      if (data.toString("latin1").endsWith("\r\n0\r\n\r\n")) resolve();
    });
    socket.on("close", () => resolve());
    socket.resume();
  });
  socket.destroy();
  return received;
}

test("stop ends every stream and leaves the feed", async () => {
  const all = [await open(), await open()];
  for (const reader of all) await reader.next();
  served.app.stop();
  for (const reader of all) expect(await reader.next()).toBeNull();
  expect(served.hall.listeners()).toBe(0);
  expect(served.clock.pending()).toBe(0);
});
