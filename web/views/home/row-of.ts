// Returns the row that a need belongs to. Pure.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";

/**
 * A further question has another cause but keeps the row of the previous one, because a person may be answering there.
 */
export function rowOf({ key, kind, commission }: Pick<AttentionItem, "key" | "kind" | "commission">): string {
  return kind === "question" && commission !== null ? `question:${commission}` : key;
}
