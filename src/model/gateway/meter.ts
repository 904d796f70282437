// Measures what an answer costs while its bytes arrive. It uses the endpoint's own counts once they have
// arrived. Until then it estimates from the bytes, and from the time in which the endpoint sent nothing.
import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { Clock } from "../../host/clock.ts";
import { tokensIn } from "../../rules/model/estimate.ts";
import { noUsage, type Usage } from "../../rules/model/prices.ts";
import { parseJson } from "./parse-json.ts";
import {
  blockBegins,
  blockEnds,
  nothingPassed,
  type PassedOn,
  tokensPassed,
  withDelta,
  withText,
} from "./passed.ts";
import { type AsideRun, readUsage } from "./wire-usage.ts";

export interface Reading {
  model: string | null;
  /** The counts that the endpoint has reported so far. */
  usage: Usage;
  /** The runs that the answer consists of, if the endpoint reports each. */
  own: readonly AsideRun[];
  /** Runs that are paid for but not part of the answer, such as a compaction. */
  aside: readonly AsideRun[];
  /** Whether `usage` has the input count, and the final output count. With both, the bill is complete. */
  said: { input: boolean; output: boolean };
  /** True if an impossible count arrived. */
  misstated: boolean;
  /** An estimate of the output tokens that have arrived. */
  passed: number;
  searches: number;
  /** How often the model reread its input with the results of server tools, and the tokens of those results. */
  rereads: { times: number; tokens: number };
  /** True if the answer is complete. */
  ended: boolean;
  /** An error that upstream sent inside the stream. */
  error: string | null;
}

export const nothingRead: Reading = {
  model: null,
  usage: noUsage,
  own: [],
  aside: [],
  said: { input: false, output: false },
  misstated: false,
  passed: 0,
  searches: 0,
  rereads: { times: 0, tokens: 0 },
  ended: false,
  error: null,
};

export function isBilled({ said, misstated }: Reading): boolean {
  return said.input && said.output && !misstated;
}

export interface StreamMeter {
  feed(bytes: Uint8Array): Reading;
  /** Returns the reading as of now: the endpoint may have produced more since bytes last arrived. */
  read(): Reading;
}

interface State {
  reading: Reading;
  passed: PassedOn;
}

/** Longer than any event, and small enough to buffer. */
const longestEvent = 8 * 1024 * 1024;

export function createStreamMeter(clock: Pick<Clock, "monotonic">): StreamMeter {
  const decoder = new TextDecoder();
  let state: State = { reading: nothingRead, passed: nothingPassed(clock.monotonic()) };
  let unread: Unread = { bytes: 0, tail: Buffer.alloc(0) };
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: (event) => {
      state = readEvent(state, event.data, clock.monotonic());
    },
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") state = withError(state, "an event of it is too long");
    },
  });
  const read = () => readingOf(state, unread.bytes, clock.monotonic());
  return {
    feed: (bytes) => {
      if (state.reading.error === null) parser.feed(decoder.decode(bytes, { stream: true }));
      unread = unreadAfter(unread, bytes);
      return read();
    },
    read,
  };
}

function readingOf(state: State, unread: number, at: number): Reading {
  const passed = tokensPassed(state.passed, unread, at);
  const { searches, brought } = state.passed;
  const rereads = { times: brought.times, tokens: tokensIn(brought.reread) };
  return { ...state.reading, passed, searches, rereads };
}

function withError({ reading, passed }: State, error: string): State {
  return { reading: { ...reading, error }, passed };
}

interface Unread {
  /** Bytes that came after the last whole event. */
  bytes: number;
  /** The last few bytes: the end of an event may arrive in two pieces. */
  tail: Buffer;
}

const tailBytes = 2;

/** Counts the bytes of an event that has not arrived in full. */
function unreadAfter({ bytes: before, tail }: Unread, bytes: Uint8Array): Unread {
  const buffer = Buffer.concat([tail, bytes]);
  const end = Math.max(...eventEnds.map((each) => endOfLast(buffer, each)));
  return {
    bytes: end === 0 ? before + bytes.length : buffer.length - end,
    tail: buffer.subarray(-tailBytes),
  };
}

const eventEnds = ["\n\n", "\n\r\n", "\r\r"];

/** Returns the offset just after the last occurrence, or 0 if there is none. */
function endOfLast(buffer: Buffer, text: string): number {
  const at = buffer.lastIndexOf(text);
  return at === -1 ? 0 : at + text.length;
}

const wireMessage = z.looseObject({ model: z.string().optional().catch(undefined), usage: z.unknown() });

/** Reads an answer that is not a stream. Returns `undefined` if it does not state its cost. */
export function readMessage(text: string): Reading | undefined {
  const message = wireMessage.safeParse(parseJson(text)).data;
  if (message === undefined) return undefined;
  const reading = withUsage({ ...nothingRead, model: message.model ?? null }, message.usage, { final: true });
  return isBilled(reading) ? { ...reading, ended: true } : undefined;
}

const wireEvent = z.looseObject({
  type: z.string(),
  message: wireMessage.optional().catch(undefined),
  usage: z.unknown().optional(),
  content_block: z.unknown().optional(),
  delta: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional().catch(undefined),
});
type WireEvent = z.infer<typeof wireEvent>;

function readEvent(state: State, data: string, at: number): State {
  const { reading, passed } = state;
  const event = wireEvent.safeParse(parseJson(data)).data;
  // Text in an unknown form still counts as output.
  if (event === undefined) return { reading, passed: withText(passed, data) };
  switch (event.type) {
    case "content_block_start":
      return { reading, passed: blockBegins(passed, event.content_block, at) };
    case "content_block_delta":
      return { reading, passed: withDelta(passed, event.delta, at) };
    case "message_start":
    case "message_delta":
    case "message_stop":
    case "error":
      return { reading: readFrame(reading, event), passed };
    case "content_block_stop":
      return { reading, passed: blockEnds(passed, at) };
    case "ping":
      return state;
    default:
      return { reading, passed: withText(passed, event) };
  }
}

function readFrame(reading: Reading, event: WireEvent): Reading {
  switch (event.type) {
    case "message_start": {
      const model = event.message?.model ?? null;
      return withUsage({ ...reading, model }, event.message?.usage, { final: false });
    }
    // These counts are totals, not increments.
    case "message_delta":
      return withUsage(reading, event.usage, { final: true });
    case "message_stop":
      return { ...reading, ended: true };
    case "error":
      return { ...reading, error: event.error?.message ?? "the stream carried an error" };
    default:
      return reading;
  }
}

/**
 * Adds reported counts. At its start an answer reports hardly any output, so only the final output count is trusted.
 */
function withUsage(reading: Reading, value: unknown, { final }: { final: boolean }): Reading {
  if (value === undefined || value === null) return reading;
  const said = readUsage(reading.usage, value);
  if (said === undefined) return { ...reading, misstated: true };
  return {
    ...reading,
    usage: said.usage,
    own: said.own.length > 0 ? said.own : reading.own,
    aside: said.aside.length > 0 ? said.aside : reading.aside,
    said: {
      input: reading.said.input || said.input,
      output: reading.said.output || (final && said.output),
    },
  };
}
