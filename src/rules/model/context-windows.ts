// The size of each model's context window, as in the table of claude 2.1.325. Check it when the SDK's version changes.
import { canonicalName } from "./prices.ts";

const million = 1_000_000;
const usual = 200_000;

const windows = new Map<string, number>(
  Object.entries({
    "claude-fable-5": million,
    "claude-fable-5-1": million,
    "claude-fable-5-2": million,
    "claude-mythos-5": million,
    "claude-mythos-5-1": million,
    "claude-mythos-5-2": million,
    "claude-opus-4-0": usual,
    "claude-opus-4-1": usual,
    "claude-opus-4-5": usual,
    "claude-opus-4-6": usual,
    "claude-opus-4-7": million,
    "claude-opus-4-8": million,
    "claude-opus-5": million,
    "claude-opus-5-5": million,
    "claude-sonnet-4-0": usual,
    "claude-sonnet-4-5": usual,
    "claude-sonnet-4-6": usual,
    "claude-sonnet-5": million,
    "claude-sonnet-5-5": million,
    "claude-haiku-4-5": usual,
    "claude-haiku-5-5": million,
    "claude-3-7-sonnet": usual,
    "claude-3-5-sonnet": usual,
    "claude-3-5-haiku": usual,
  }),
);

/**
 * Returns the size in tokens; `null` if the model is not known. A name that ends in `[1m]` asks for the long window.
 */
export function contextWindowOf(model: string): number | null {
  const window = windows.get(canonicalName(model)) ?? null;
  return window !== null && /\[1m\]$/i.test(model) ? million : window;
}
