// How much a worker's model has before it, in a few words. Pure.
import { short } from "./say.ts";

export interface ContextHeld {
  /** 0: it was not asked yet. */
  tokens: number;
  /** What the model can hold; null: unknown. */
  window: number | null;
}

export function contextWords({ tokens, window }: ContextHeld): string {
  if (tokens === 0) return "–";
  if (window === null) return `${short(tokens)} tokens of context`;
  return `${Math.min(100, Math.round((tokens / window) * 100))} % context`;
}
