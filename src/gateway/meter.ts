// Counts what an answer costs while its bytes pass by: by the endpoint's own counts once those have come, and by what
// has passed until then.
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { noUsage, type Usage } from "../rules/prices.ts";
import { parseJson } from "./parse-json.ts";
import { blockBegins, nothingPassed, type Passed, tokensPassed, withText } from "./passed.ts";
import { type AsideRun, readUsage } from "./wire-usage.ts";

export interface Reading {
  model: string | null;
  /** As the endpoint says so far. */
  usage: Usage;
  aside: readonly AsideRun[];
  /** Whether `usage` says what went in, and in the end what came out. Both: the bill has come. */
  said: { input: boolean; output: boolean };
  /** A count came that cannot be true. */
  misstated: boolean;
  /** An estimate of the tokens that have passed. */
  passed: number;
  searches: number;
  /** The answer is whole. */
  ended: boolean;
  /** An error that upstream sent inside the stream. */
  error: string | null;
}

export const nothingRead: Reading = {
  model: null,
  usage: noUsage,
  aside: [],
  said: { input: false, output: false },
  misstated: false,
  passed: 0,
  searches: 0,
  ended: false,
  error: null,
};

export function isBilled({ said, misstated }: Reading): boolean {
  return said.input && said.output && !misstated;
}

export interface StreamMeter {
  feed(bytes: Uint8Array): Reading;
}

interface State {
  reading: Reading;
  passed: Passed;
}

export function createStreamMeter(): StreamMeter {
  const decoder = new TextDecoder();
  let state: State = { reading: nothingRead, passed: nothingPassed };
  let unread = 0;
  const parser = createParser({
    onEvent: (event) => {
      state = readEvent(state, event.data);
    },
  });
  return {
    feed: (bytes) => {
      parser.feed(decoder.decode(bytes, { stream: true }));
      unread = unreadAfter(unread, bytes);
      const passed = tokensPassed(state.passed, unread);
      return { ...state.reading, passed, searches: state.passed.searches };
    },
  };
}

/** An event that is cut off in the middle has passed as far as it came. */
function unreadAfter(before: number, bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.max(buffer.lastIndexOf("\n\n"), buffer.lastIndexOf("\n\r\n"));
  return end === -1 ? before + buffer.length : buffer.length - end - 2;
}

const wireMessage = z.looseObject({ model: z.string().optional().catch(undefined), usage: z.unknown() });

/** undefined: it does not say what it cost. */
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

function readEvent(state: State, data: string): State {
  const event = wireEvent.safeParse(parseJson(data)).data;
  if (event === undefined) return state;
  const { reading, passed } = state;
  switch (event.type) {
    case "content_block_start":
      return { reading, passed: blockBegins(passed, event.content_block) };
    case "content_block_delta":
      return { reading, passed: withText(passed, event.delta) };
    default:
      return { reading: readFrame(reading, event), passed };
  }
}

function readFrame(reading: Reading, event: WireEvent): Reading {
  switch (event.type) {
    case "message_start": {
      const model = event.message?.model ?? null;
      return withUsage({ ...reading, model }, event.message?.usage, { final: false });
    }
    // Its counts are totals, not increments.
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

/** At its start an answer says how much it has put out by then, which is next to nothing. */
function withUsage(reading: Reading, value: unknown, { final }: { final: boolean }): Reading {
  if (value === undefined || value === null) return reading;
  const said = readUsage(reading.usage, value);
  if (said === undefined) return { ...reading, misstated: true };
  return {
    ...reading,
    usage: said.usage,
    aside: said.aside.length > 0 ? said.aside : reading.aside,
    said: {
      input: reading.said.input || said.input,
      output: reading.said.output || (final && said.output),
    },
  };
}
