// The models that the hall knows prices of, and the defaults that are set.
import { z } from "zod";
import type { Route } from "../api/route.ts";

const usd = z.number().nonnegative();

export const modelRate = z.object({
  input: usd,
  output: usd,
  cacheRead: usd,
  cacheWrite5m: usd,
  cacheWrite1h: usd,
  /** Every rate is multiplied by `times` if the prompt has more tokens than `above`; absent if it never is. */
  long: z.object({ above: z.int(), times: z.number() }).optional(),
});

export const listedModel = z.object({
  name: z.string(),
  /** In tokens; `null` if it is not known. */
  contextWindow: z.int().positive().nullable(),
  /** In dollars per million tokens; `null` if it is not known. */
  usdPerMillion: modelRate.nullable(),
  /** The price of the faster service tier; `null` if the model has none. */
  fastUsdPerMillion: modelRate.nullable(),
});
export type ListedModel = z.infer<typeof listedModel>;

const setFor = z.object({ name: z.string(), model: z.string() });

export const modelList = z.object({
  defaults: z.object({
    /** The setting `model`; `null` if it is not set. */
    hall: z.string().nullable(),
    /** The model that `claude` uses if neither a setting, a package nor the commission names one. */
    claude: z.string(),
    projects: z.array(setFor),
    workers: z.array(setFor),
    /** By the names of guild members. */
    members: z.array(setFor),
  }),
  /** Models with a known price, and those that a default names. */
  models: z.array(listedModel),
});
export type ModelList = z.infer<typeof modelList>;

export const modelRoutes = {
  models: {
    method: "GET",
    path: "/api/v1/models",
    summary: "The models with a known price, and the defaults that are set",
    status: 200,
    response: modelList,
    errors: [],
  },
} as const satisfies Record<string, Route>;
