// Reads what an endpoint says that an answer has used. Counts come from outside: one that cannot be true is no count.
import { z } from "zod";
import { noUsage, type Usage } from "../rules/prices.ts";

/** More than any model can take in or give out, in one answer or in all runs that one may consist of. */
const mostTokens = 100_000_000;
const mostSearches = 10_000;

const count = z.number().min(0).max(mostTokens).nullish();
const counts = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z
    .looseObject({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })
    .nullish(),
});
const wireUsage = counts.extend({
  server_tool_use: z
    .looseObject({ web_search_requests: z.number().min(0).max(mostSearches).nullish() })
    .nullish(),
  speed: z.string().nullish(),
  inference_geo: z.string().nullish(),
  iterations: z
    .array(counts.extend({ type: z.string().nullish(), model: z.string().nullish() }))
    .max(1000)
    .nullish(),
});
type WireUsage = z.infer<typeof wireUsage>;
type WireCounts = z.infer<typeof counts>;

/** A run of a model beside the answer's own, such as a compaction: paid for, and not in the counts of the answer. */
export interface AsideRun {
  /** null: the answer's own. */
  model: string | null;
  usage: Usage;
}

export interface Said {
  usage: Usage;
  aside: readonly AsideRun[];
  /** Which of the two it names. */
  input: boolean;
  output: boolean;
}

/** What it adds to what was said before. undefined: it is not to be believed. */
export function readUsage(before: Usage, value: unknown): Said | undefined {
  const wire = wireUsage.safeParse(value).data;
  if (wire === undefined) return undefined;
  const runs = wire.iterations ?? [];
  const own = runs.filter(isOwnRun).reduce<Usage>((sum, run) => add(sum, merged(noUsage, run)), noUsage);
  return {
    usage: atLeast(withExtras(merged(before, wire), wire), own),
    aside: runs
      .filter((run) => !isOwnRun(run))
      .map((run) => ({ model: run.model ?? null, usage: merged(noUsage, run) })),
    input: typeof wire.input_tokens === "number",
    output: typeof wire.output_tokens === "number",
  };
}

/** Those are in the answer's own counts; all others, such as `compaction`, come on top of them. */
function isOwnRun({ type }: { type?: string | null | undefined }): boolean {
  return type === undefined || type === null || type === "message" || type === "fallback_message";
}

function merged(before: Usage, wire: WireCounts): Usage {
  const hour = wire.cache_creation?.ephemeral_1h_input_tokens ?? before.cacheWrite1h;
  const written = wire.cache_creation_input_tokens ?? before.cacheWrite5m + before.cacheWrite1h;
  return {
    ...before,
    input: whole(wire.input_tokens ?? before.input),
    output: whole(wire.output_tokens ?? before.output),
    cacheRead: whole(wire.cache_read_input_tokens ?? before.cacheRead),
    cacheWrite5m: whole(Math.max(0, written - hour)),
    cacheWrite1h: whole(hour),
  };
}

function withExtras(usage: Usage, wire: WireUsage): Usage {
  return {
    ...usage,
    webSearches: whole(wire.server_tool_use?.web_search_requests ?? usage.webSearches),
    fast: is(wire.speed, "fast") ?? usage.fast,
    inUs: is(wire.inference_geo, "us") ?? usage.inUs,
  };
}

const summed = ["input", "output", "cacheRead", "cacheWrite5m", "cacheWrite1h"] as const;

function add(a: Usage, b: Usage): Usage {
  const sums = Object.fromEntries(summed.map((key) => [key, a[key] + b[key]]));
  return { ...a, ...sums };
}

function atLeast(usage: Usage, least: Usage): Usage {
  const larger = Object.fromEntries(summed.map((key) => [key, Math.max(usage[key], least[key])]));
  return { ...usage, ...larger };
}

/** undefined: not said. */
function is(said: string | null | undefined, word: string): boolean | undefined {
  return said === undefined || said === null ? undefined : said === word;
}

function whole(value: number): number {
  return Math.round(value);
}
