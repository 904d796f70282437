// Identifies the row of the home view in which an item that needs a person is shown. Pure.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";

/**
 * A commission's next question is another item but keeps the row of the previous one, because a person may be answering
 * there.
 */
export function rowOf({ key, kind, commission }: Pick<AttentionItem, "key" | "kind" | "commission">): string {
  return kind === "question" && commission !== null ? `question:${commission}` : key;
}
