// The page's line to the hall: where it goes on after it was lost, and what it leaves behind.
import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { listen, type StreamPosition, type StreamListener } from "../../web/api/stream.ts";

function opened(text: string) {
  return { response: Promise.resolve(new Response(text)), giveUp: () => undefined };
}

function away() {
  return { response: Promise.reject(new Error("the hall is away")), giveUp: () => undefined };
}

test("a line that is lost before the first change goes on from the id that the stream opens with", async () => {
  const over = new AbortController();
  const from: (string | null)[] = [];
  const ask = ({ lastEventId }: StreamPosition) => {
    from.push(lastEventId);
    over.abort();
    return away();
  };
  const listener: StreamListener = { message: () => undefined, line: () => undefined };
  const asked = opened(": connected\nid: boot-7\n\n");
  await listen({ listener, signal: over.signal, place: { lastEventId: null }, asked, ask });
  expect(from).toEqual(["boot-7"]);
});

test("a try again leaves no listener behind", async () => {
  const over = new AbortController();
  const left: number[] = [];
  const listener: StreamListener = {
    message: () => undefined,
    line: (state) => {
      if (state === "lost") left.push(getEventListeners(over.signal, "abort").length);
      if (left.length === 3) over.abort();
    },
  };
  await listen({ listener, signal: over.signal, place: { lastEventId: null }, asked: null, ask: away });
  expect(left).toEqual([0, 0, 0]);
});
