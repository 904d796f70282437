// Computes what a request is charged: by the endpoint's bill, or by an estimate if there is none.
import type { Tokens } from "../../contract/course/model-request.ts";
import { type RequestCost, costOf, noUsage, type Usage } from "../../rules/model/prices.ts";
import type { ModelRequest } from "./asked.ts";
import { isBilled, nothingRead, type Reading } from "./meter.ts";
import type { AsideRun } from "./wire-usage.ts";

export interface Charge {
  model: string;
  usage: Usage;
  /** The model that the request named; another may have answered. */
  asked: string;
  /** The runs that the answer consists of, if the endpoint reports each. */
  own: readonly AsideRun[];
  /** Runs that are paid for but not part of the answer, such as a compaction. */
  aside: readonly AsideRun[];
  /** True if no bill arrived, or only one with impossible counts. */
  estimated: boolean;
}

export type Priced = Pick<ModelRequest, "model" | "estimatedInput" | "caches" | "maxTokens" | "stream">;

/** Computes the charge for an answer. Without a bill, the output is estimated, but never at more than `max_tokens`. */
export function chargeFor(asked: Priced, reading: Reading): Charge {
  const { usage, own, aside, said } = reading;
  const models = { model: reading.model ?? asked.model, asked: asked.model };
  if (isBilled(reading)) return { ...models, usage, own, aside, estimated: false };
  const output = Math.max(usage.output, Math.min(reading.passed, asked.maxTokens));
  const webSearches = Math.max(usage.webSearches, reading.searches);
  const first = said.input ? usage : taken(asked, usage);
  const input = first.input + reread(first, reading);
  return { ...models, usage: { ...first, input, output, webSearches }, own, aside, estimated: true };
}

/**
 * Returns the input tokens that the count at the start of an answer does not cover. That count is for one
 * reading of the input. The model reads it again after each result of the endpoint's own tools, such as a web
 * search.
 */
function reread({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Usage, { rereads }: Reading): number {
  return rereads.times * (input + cacheRead + cacheWrite5m + cacheWrite1h) + rereads.tokens;
}

/** Adds the estimated input, which costs more if the request asks for it to be cached. */
function taken({ estimatedInput, caches }: Pick<Priced, "estimatedInput" | "caches">, said: Usage): Usage {
  const kind = caches === null ? "input" : caches === "1h" ? "cacheWrite1h" : "cacheWrite5m";
  return { ...said, [kind]: Math.max(said[kind], estimatedInput) };
}

/**
 * Charges a request whose answer cannot be read; `passed` is how many tokens of it arrived. An answer that is
 * not streamed shows nothing before it is complete: if nothing arrived, all tokens that it may have are
 * charged.
 */
export function chargeUnread(asked: Priced, passed: number): Charge {
  const unseen = asked.stream || passed > 0 ? passed : asked.maxTokens;
  return chargeFor(asked, { ...nothingRead, passed: unseen });
}

/** The most that a request may cost, as far as is known before it is sent. */
export interface MostCost {
  model: string;
  tokens: Tokens;
  inputUsd: number;
  outputUsd: number;
  /** False if the model's price is not known. */
  priced: boolean;
}

export function mostOf(asked: Priced): MostCost {
  const { model, maxTokens } = asked;
  const input = taken(asked, noUsage);
  const usage = { ...input, output: maxTokens };
  const [all, inputAlone] = [costOf(model, usage), costOf(model, input)];
  return {
    model,
    tokens: tokensOfCharge({ usage, aside: [] }),
    inputUsd: inputAlone.budgetUsd,
    outputUsd: all.budgetUsd - inputAlone.budgetUsd,
    priced: all.costUsd !== null,
  };
}

/**
 * Returns the most that a request may cost, with everything that its web searches may add: the model reads its whole
 * input again after each search.
 */
export function mostUsd(asked: Priced & Pick<ModelRequest, "mostSearches">): number {
  const { inputUsd, outputUsd } = mostOf(asked);
  const { model, mostSearches } = asked;
  const brought = { ...noUsage, input: mostSearches * mostTokensIn, webSearches: mostSearches };
  return inputUsd + outputUsd + costOf(model, brought).budgetUsd;
}

/** No model accepts more input. */
const mostTokensIn = 1_000_000;

/**
 * Computes the cost. If a cheaper model answered than the request named, the budget is still charged for the one named.
 */
export function costOfCharge({ model, asked, usage, own, aside }: Charge): RequestCost {
  const costsOf = (runs: readonly AsideRun[]) =>
    sum(runs.map((run) => costOf(run.model ?? model, run.usage)));
  const [whole, inRuns] = [costOf(model, usage), costsOf(own)];
  const answer = inRuns.budgetUsd > whole.budgetUsd ? inRuns : whole;
  const asAsked = costOf(asked, usage).costUsd ?? 0;
  return sum([{ ...answer, budgetUsd: Math.max(answer.budgetUsd, asAsked) }, costsOf(aside)]);
}

function sum(costs: readonly RequestCost[]): RequestCost {
  return costs.reduce(
    (total, each) => ({
      costUsd: total.costUsd === null || each.costUsd === null ? null : total.costUsd + each.costUsd,
      budgetUsd: total.budgetUsd + each.budgetUsd,
    }),
    { costUsd: 0, budgetUsd: 0 },
  );
}

export function tokensOfCharge({ usage, aside }: Pick<Charge, "usage" | "aside">): Tokens {
  const all = [usage, ...aside.map((run) => run.usage)];
  const sum = (pick: (each: Usage) => number) => all.reduce((total, each) => total + pick(each), 0);
  return {
    input: sum((each) => each.input),
    output: sum((each) => each.output),
    cacheRead: sum((each) => each.cacheRead),
    cacheWrite: sum((each) => each.cacheWrite5m + each.cacheWrite1h),
  };
}
