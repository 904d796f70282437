// Formats counts and sizes for people, in a terminal and on the page.
import type { Tokens } from "../../contract/course/model-request.ts";

/** Formats a count: 950, 12.4k, 3.1M. */
export function count(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_500) return `${shorten(value / 1000)}k`;
  return `${shorten(value / 1_000_000)}M`;
}

/** Formats a size: 950 B, 12.4 kB, 3.1 MB, 1.2 GB. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${shorten(bytes / 1000)} kB`;
  if (bytes < 999_500_000) return `${shorten(bytes / 1_000_000)} MB`;
  return `${shorten(bytes / 1_000_000_000)} GB`;
}

/** Sums all tokens that were sent to the model and received from it. */
export function allTokens(tokens: Tokens): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
}

function shorten(value: number): string {
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}
