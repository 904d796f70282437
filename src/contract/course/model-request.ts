// The kinds of requests to a model, and the tokens that a request uses.
import { z } from "zod";

export const tokens = z.object({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cacheRead: z.int().nonnegative(),
  cacheWrite: z.int().nonnegative(),
});
export type Tokens = z.infer<typeof tokens>;

/** The conversation of a request: the worker's (`main`), another of `claude`, or a member's about its memory. */
export const requestKind = z.enum([
  "main",
  "web_search",
  "page_summary",
  "compaction",
  "title",
  "memory",
  "other",
]);
export type RequestKind = z.infer<typeof requestKind>;
