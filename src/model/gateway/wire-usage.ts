// Reads the usage that an endpoint reports for an answer, and rejects impossible counts.
import { z } from "zod";
import { noUsage, type Usage } from "../../rules/model/prices.ts";

/** More than any model can read or write, in one answer or in all the runs of which an answer may consist. */
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

/**
 * The usage of one run of a model. An answer consists of one or more runs. Additional runs, such as a
 * compaction, are paid for but are not in the answer's counts.
 */
export interface AsideRun {
  /** `null` for the model that the answer names. */
  model: string | null;
  usage: Usage;
}

export interface ReportedUsage {
  usage: Usage;
  /** The runs that the answer consists of, as far as each is reported separately. */
  own: readonly AsideRun[];
  /** Runs that are paid for but not part of the answer, such as a compaction. */
  aside: readonly AsideRun[];
  /** Whether the endpoint stated the input count, and the output count. */
  input: boolean;
  output: boolean;
}

/** Merges new counts into earlier ones, which never shrink. Returns `undefined` if the counts are not plausible. */
export function readUsage(before: Usage, value: unknown): ReportedUsage | undefined {
  const wire = wireUsage.safeParse(value).data;
  if (wire === undefined) return undefined;
  const runs = wire.iterations ?? [];
  const own = runs.filter(isOwnRun).map(asRun);
  const sum = own.reduce<Usage>((total, run) => add(total, run.usage), noUsage);
  return {
    usage: atLeast(withExtras(merged(before, wire), wire), sum),
    own,
    aside: runs.filter((run) => !isOwnRun(run)).map(asRun),
    input: typeof wire.input_tokens === "number",
    output: typeof wire.output_tokens === "number",
  };
}

/**
 * Returns whether a run is included in the answer's own counts. Other runs, such as `compaction`, are not.
 */
function isOwnRun({ type }: { type?: string | null | undefined }): boolean {
  return type === undefined || type === null || type === "message" || type === "fallback_message";
}

function asRun(wire: WireCounts & { model?: string | null | undefined }): AsideRun {
  return { model: wire.model ?? null, usage: merged(noUsage, wire) };
}

/** Merges counts, which are totals and only grow. Cache writes are reported as a sum, in parts, or both. */
function merged(before: Usage, wire: WireCounts): Usage {
  const parts = wire.cache_creation;
  const hour = Math.max(before.cacheWrite1h, parts?.ephemeral_1h_input_tokens ?? 0);
  const least = Math.max(before.cacheWrite5m, parts?.ephemeral_5m_input_tokens ?? 0);
  const written = wire.cache_creation_input_tokens ?? 0;
  return {
    ...before,
    input: whole(Math.max(before.input, wire.input_tokens ?? 0)),
    output: whole(Math.max(before.output, wire.output_tokens ?? 0)),
    cacheRead: whole(Math.max(before.cacheRead, wire.cache_read_input_tokens ?? 0)),
    cacheWrite5m: whole(Math.max(least, written - hour)),
    cacheWrite1h: whole(hour),
  };
}

function withExtras(usage: Usage, wire: WireUsage): Usage {
  return {
    ...usage,
    webSearches: whole(Math.max(usage.webSearches, wire.server_tool_use?.web_search_requests ?? 0)),
    fast: usage.fast || wire.speed === "fast",
    inUs: usage.inUs || wire.inference_geo === "us",
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

function whole(value: number): number {
  return Math.round(value);
}
