// Stands in for a model that must not be asked: every request is refused, and none leaves this machine.
import type { Model } from "./model.ts";

export function createWithheldModel(): Model {
  return {
    ask: async () => ({ mismatch: "This session only shows its first request: no model is asked." }),
    billsBrokenAnswers: false,
    scrub: (text) => text,
    unplayed: () => null,
  };
}
