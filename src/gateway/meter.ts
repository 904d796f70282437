// Counts the tokens of one answer while its bytes pass by.
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { noUsage, type Usage } from "../rules/prices.ts";
import { parseJson } from "./parse-json.ts";

const count = z.number().nonnegative().nullish();
const wireUsage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z
    .looseObject({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })
    .nullish(),
  server_tool_use: z.looseObject({ web_search_requests: count }).nullish(),
  speed: z.string().nullish(),
  inference_geo: z.string().nullish(),
});
const wireMessage = z.looseObject({ model: z.string().optional(), usage: wireUsage });
const wireEvent = z.looseObject({
  type: z.string(),
  message: wireMessage.optional().catch(undefined),
  usage: wireUsage.optional().catch(undefined),
  error: z.looseObject({ message: z.string() }).optional().catch(undefined),
});
type WireUsage = z.infer<typeof wireUsage>;

export interface Reading {
  model: string | null;
  usage: Usage;
  /** Upstream has begun to answer, so it costs something. */
  begun: boolean;
  /** The answer is whole. */
  ended: boolean;
  /** An error that upstream sent inside the stream. */
  error: string | null;
}

export interface StreamMeter {
  feed(bytes: Uint8Array): Reading;
}

export function createStreamMeter(): StreamMeter {
  const decoder = new TextDecoder();
  let reading: Reading = { model: null, usage: noUsage, begun: false, ended: false, error: null };
  const parser = createParser({
    onEvent: (event) => {
      reading = readEvent(reading, event.data);
    },
  });
  return {
    feed: (bytes) => {
      parser.feed(decoder.decode(bytes, { stream: true }));
      return reading;
    },
  };
}

export function readMessage(text: string): Reading | undefined {
  const parsed = wireMessage.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { model, usage } = parsed.data;
  return { model: model ?? null, usage: merged(noUsage, usage), begun: true, ended: true, error: null };
}

function readEvent(reading: Reading, data: string): Reading {
  const parsed = wireEvent.safeParse(parseJson(data));
  if (!parsed.success) return reading;
  const { type, message, usage, error } = parsed.data;
  if (type === "message_start" && message !== undefined) {
    return {
      ...reading,
      begun: true,
      model: message.model ?? null,
      usage: merged(reading.usage, message.usage),
    };
  }
  // The counts of message_delta are totals, not increments.
  if (type === "message_delta" && usage !== undefined)
    return { ...reading, usage: merged(reading.usage, usage) };
  if (type === "message_stop") return { ...reading, ended: true };
  return type === "error" ? { ...reading, error: error?.message ?? "the stream carried an error" } : reading;
}

function merged(before: Usage, wire: WireUsage): Usage {
  const hour = wire.cache_creation?.ephemeral_1h_input_tokens ?? before.cacheWrite1h;
  const written = wire.cache_creation_input_tokens ?? before.cacheWrite5m + before.cacheWrite1h;
  return {
    input: whole(wire.input_tokens ?? before.input),
    output: whole(wire.output_tokens ?? before.output),
    cacheRead: whole(wire.cache_read_input_tokens ?? before.cacheRead),
    cacheWrite5m: whole(Math.max(0, written - hour)),
    cacheWrite1h: whole(hour),
    webSearches: whole(wire.server_tool_use?.web_search_requests ?? before.webSearches),
    fast: is(wire.speed, "fast") ?? before.fast,
    inUs: is(wire.inference_geo, "us") ?? before.inUs,
  };
}

/** undefined: not said. */
function is(said: string | null | undefined, word: string): boolean | undefined {
  return said === undefined || said === null ? undefined : said === word;
}

function whole(value: number): number {
  return Math.round(value);
}
