import { describe, expect, test } from "bun:test";
import { costOf, noUsage, pricedModels, type Usage } from "../../../src/rules/model/prices.ts";

const usd = (model: string, usage: Partial<Usage>) => costOf(model, { ...noUsage, ...usage }).costUsd;

describe("prices", () => {
  test.each([
    ["claude-opus-5-5", { input: 1000 }, 0.004],
    ["claude-opus-5-5", { output: 1000 }, 0.02],
    ["claude-opus-5-5", { cacheRead: 1000 }, 0.0002],
    ["claude-opus-5-5", { cacheWrite5m: 1000 }, 0.005],
    ["claude-opus-5-5", { cacheWrite1h: 1000 }, 0.008],
    ["claude-opus-5-5", { webSearches: 1 }, 0.01],
    ["claude-fable-5-1", { cacheRead: 1000 }, 0.00025],
    ["claude-sonnet-4-5-20250929", { input: 1000, output: 1000 }, 0.018],
    ["claude-opus-5-5[1m]", { input: 300_000 }, 1.2],
    ["claude-haiku-5-5", { input: 100_000 }, 0.01],
    ["claude-haiku-5-5", { input: 100_001 }, 0.0500005],
    ["claude-haiku-5-5", { input: 1000, cacheRead: 150_000, cacheWrite5m: 60_000 }, 0.0455],
    ["claude-opus-4-1-20250805", { input: 1000, output: 1000 }, 0.09],
    ["claude-opus-4-20250514", { cacheRead: 1000 }, 0.0015],
    ["claude-sonnet-4-20250514", { input: 1000, output: 1000 }, 0.018],
    ["claude-opus-4-6", { input: 1000, output: 1000, fast: true }, 0.18],
    ["claude-opus-5-5", { input: 1000, cacheRead: 1000, fast: true }, 0.0084],
    ["claude-fable-5-2", { output: 1000, fast: true }, 0.08],
    ["claude-opus-5-5", { input: 1000, inUs: true, webSearches: 1 }, 0.0144],
    ["claude-3-5-haiku-20241022", { input: 1000 }, 0.0008],
  ])("%s for %j costs $%d, as claude reports", (model, usage, dollars) => {
    expect(usd(model, usage)).toBeCloseTo(dollars, 9);
  });

  test.each(["claude-next-9", "gpt", "", "constructor", "__proto__"])(
    "%j is unknown and budgeted at the dearest",
    (model) => {
      const usage = { ...noUsage, input: 1000, output: 1000, cacheRead: 1000, cacheWrite5m: 10 };
      const { costUsd, budgetUsd } = costOf(model, usage);
      expect(costUsd).toBeNull();
      for (const known of pricedModels)
        for (const fast of [false, true])
          expect(budgetUsd).toBeGreaterThanOrEqual(costOf(known, { ...usage, fast }).budgetUsd);
    },
  );

  test("a faster service is unknown for a model that has none", () => {
    expect(usd("claude-haiku-4-5", { input: 1, fast: true })).toBeNull();
  });
});
