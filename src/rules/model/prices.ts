// Computes the cost of a model request. The prices are in dollars per million tokens, from the table of
// claude 2.1.325 on 2026-11-15. Most were also measured: claude was given known token counts and reported
// their cost. Check them when the SDK's version changes.

export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  webSearches: number;
  /** Whether the faster, more expensive service tier was used. */
  fast: boolean;
  /** Whether the model runs in the United States only, which costs more. */
  inUs: boolean;
}

export const noUsage: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  fast: false,
  inUs: false,
};

export interface Rate {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  /** Multiplies every rate if the prompt has more tokens than `above`. */
  long?: { above: number; times: number };
}

const usdPerWebSearch = 0.01;
const timesInUs = 1.1;

function price(input: number, cacheRead: number): Rate {
  return {
    input,
    output: input * 5,
    cacheRead,
    cacheWrite5m: input * 1.25,
    cacheWrite1h: input * 2,
  };
}

const prices = new Map<string, Rate>(
  Object.entries({
    "claude-fable-5": price(10, 1),
    "claude-fable-5-1": price(10, 0.25),
    "claude-fable-5-2": price(8, 0.2),
    "claude-mythos-5": price(10, 1),
    "claude-mythos-5-1": price(10, 0.25),
    "claude-mythos-5-2": price(8, 0.2),
    "claude-opus-4-0": price(15, 1.5),
    "claude-opus-4-1": price(15, 1.5),
    "claude-opus-4-5": price(5, 0.5),
    "claude-opus-4-6": price(5, 0.5),
    "claude-opus-4-7": price(5, 0.5),
    "claude-opus-4-8": price(5, 0.5),
    "claude-opus-5": price(5, 0.5),
    "claude-opus-5-5": price(4, 0.2),
    "claude-sonnet-4-0": price(3, 0.3),
    "claude-sonnet-4-5": price(3, 0.3),
    "claude-sonnet-4-6": price(3, 0.3),
    "claude-sonnet-5": price(2, 0.2),
    "claude-sonnet-5-5": price(2, 0.1),
    "claude-haiku-4-5": price(1, 0.1),
    "claude-haiku-5-5": { ...price(0.1, 0.01), long: { above: 100_000, times: 5 } },
    "claude-3-7-sonnet": price(3, 0.3),
    "claude-3-5-sonnet": price(3, 0.3),
    "claude-3-5-haiku": price(0.8, 0.08),
  }),
);

const fastPrices = new Map<string, Rate>(
  Object.entries({
    "claude-fable-5-2": price(16, 0.4),
    "claude-mythos-5-2": price(16, 0.4),
    "claude-opus-4-6": price(30, 3),
    "claude-opus-4-7": price(30, 3),
    "claude-opus-4-8": price(10, 1),
    "claude-opus-5": price(10, 1),
    "claude-opus-5-5": price(8, 0.4),
  }),
);

const all: readonly Rate[] = [...prices.values(), ...fastPrices.values()];

export const pricedModels: readonly string[] = [...prices.keys()];

/** Returns the price of a model in dollars per million tokens; `null` if it is not known. */
export function rateOf(model: string): Rate | null {
  return prices.get(canonicalName(model)) ?? null;
}

/** Returns the price of the faster service tier; `null` if the model has none. */
export function fastRateOf(model: string): Rate | null {
  return fastPrices.get(canonicalName(model)) ?? null;
}

export interface RequestCost {
  /** `null` if the price of this model is not known. */
  costUsd: number | null;
  /**
   * The amount that counts against a budget. If the price of the model is not known, the highest known price
   * is used.
   */
  budgetUsd: number;
}

export function costOf(model: string, usage: Usage): RequestCost {
  const known = (usage.fast ? fastPrices : prices).get(canonicalName(model));
  if (known !== undefined) {
    const usd = dollars(known, usage);
    return { costUsd: usd, budgetUsd: usd };
  }
  return { costUsd: null, budgetUsd: Math.max(...all.map((each) => dollars(each, usage))) };
}

/**
 * Returns a model's name without date and suffix: "claude-opus-4-5-20251101" and "claude-opus-4-5[1m]" cost the same.
 */
export function canonicalName(model: string): string {
  return model
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, "")
    .replace(/-(\d{8}|latest)$/, "")
    .replace(/^(claude-(?:opus|sonnet)-4)$/, "$1-0");
}

function dollars(price: Rate, usage: Usage): number {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const long = price.long !== undefined && prompt > price.long.above ? price.long.times : 1;
  const times = usage.inUs ? long * timesInUs : long;
  const millionths =
    usage.input * price.input +
    usage.output * price.output +
    usage.cacheRead * price.cacheRead +
    usage.cacheWrite5m * price.cacheWrite5m +
    usage.cacheWrite1h * price.cacheWrite1h;
  return (times * millionths) / 1_000_000 + usage.webSearches * usdPerWebSearch;
}
