// The row that a need stands in. Pure.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";

/** A further question is another cause, and stays in the row of the one before: somebody may be answering there. */
export function rowOf({ key, kind, commission }: Pick<AttentionItem, "key" | "kind" | "commission">): string {
  return kind === "question" && commission !== null ? `question:${commission}` : key;
}
