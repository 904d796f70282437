// What a request is charged at: the endpoint's bill, or an estimate for as long as there is none.
import type { Tokens } from "../contract/facts.ts";
import { type Cost, costOf, noUsage, type Usage } from "../rules/prices.ts";
import type { Asked } from "./asked.ts";
import { isBilled, nothingRead, type Reading } from "./meter.ts";
import type { AsideRun } from "./wire-usage.ts";

export interface Charge {
  model: string;
  usage: Usage;
  aside: readonly AsideRun[];
  /** No bill came, or none that can be true. */
  estimated: boolean;
}

export type Priced = Pick<Asked, "model" | "estimatedInput" | "maxTokens" | "stream">;

/** An answer never has more than it was asked for, whatever has passed. */
export function chargeFor(asked: Priced, reading: Reading): Charge {
  const { usage, aside, said } = reading;
  const model = reading.model ?? asked.model;
  if (isBilled(reading)) return { model, usage, aside, estimated: false };
  const output = Math.max(usage.output, Math.min(reading.passed, asked.maxTokens));
  const input = said.input ? usage.input : Math.max(usage.input, asked.estimatedInput);
  const webSearches = Math.max(usage.webSearches, reading.searches);
  return { model, usage: { ...usage, input, output, webSearches }, aside, estimated: true };
}

/**
 * Charges a request that was sent and of which `passed` tokens have come back in an answer that cannot be read. An answer
 * in one piece shows nothing before it is whole, so if nothing came it may have been made up to its last token.
 */
export function chargeUnread(asked: Priced, passed: number): Charge {
  const unseen = asked.stream || passed > 0 ? passed : asked.maxTokens;
  return chargeFor(asked, { ...nothingRead, passed: unseen });
}

/** The most that a request may cost, so far as can be told before it is sent. */
export function mostUsd(asked: Priced): number {
  const usage = { ...noUsage, input: asked.estimatedInput, output: asked.maxTokens };
  return costOf(asked.model, usage).budgetUsd;
}

export function costOfCharge({ model, usage, aside }: Charge): Cost {
  const costs = [{ model, usage }, ...aside].map((run) => costOf(run.model ?? model, run.usage));
  return costs.reduce((sum, each) => ({
    costUsd: sum.costUsd === null || each.costUsd === null ? null : sum.costUsd + each.costUsd,
    budgetUsd: sum.budgetUsd + each.budgetUsd,
  }));
}

export function tokensOfCharge({ usage, aside }: Charge): Tokens {
  const all = [usage, ...aside.map((run) => run.usage)];
  const sum = (pick: (each: Usage) => number) => all.reduce((total, each) => total + pick(each), 0);
  return {
    input: sum((each) => each.input),
    output: sum((each) => each.output),
    cacheRead: sum((each) => each.cacheRead),
    cacheWrite: sum((each) => each.cacheWrite5m + each.cacheWrite1h),
  };
}
