// What the HTTP door asks about what needs a person.
import type {
  AttentionItem,
  AttentionKey,
  AttentionList,
  DeferRequest,
} from "../../contract/api/attention.ts";
import type { Refusal } from "../../contract/api/problem.ts";

export interface AttentionOperations {
  list(limit: number): Promise<AttentionList>;
  /** Durable when it resolves. */
  defer(request: DeferRequest): Promise<{ ok: true; item: AttentionItem } | Refusal>;
  recall(key: AttentionKey): Promise<{ ok: true; item: AttentionItem } | Refusal>;
}
