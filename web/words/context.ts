// Says in a few words how much of its model's context a worker has used. Pure.
import { short } from "./say.ts";

export interface ContextHeld {
  /** 0 if the model was not asked yet. */
  tokens: number;
  /** The size of the model's context window; `null` if it is unknown. */
  window: number | null;
}

export function contextWords({ tokens, window }: ContextHeld): string {
  if (tokens === 0) return "–";
  if (window === null) return `${short(tokens)} tokens of context`;
  return `${Math.min(100, Math.round((tokens / window) * 100))} % context`;
}
