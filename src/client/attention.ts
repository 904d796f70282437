// The part of the client that is about what needs a person.
import { routes } from "../contract/api/api.ts";
import type { AttentionItem, AttentionKey, AttentionList } from "../contract/api/attention.ts";
import { type Line, send } from "./send.ts";

export interface AttentionClient {
  list(query?: { limit?: number }, signal?: AbortSignal): Promise<AttentionList>;
  /** `until` null: until its cause is another. */
  defer(key: AttentionKey, until: string | null): Promise<AttentionItem>;
  recall(key: AttentionKey): Promise<AttentionItem>;
}

export function createAttentionClient(line: Line): AttentionClient {
  return {
    list: (query = {}, signal) => send(line, { route: routes.attention, query, signal }),
    defer: (key, until) => send(line, { route: routes.attentionDefer, body: { key, until } }),
    recall: (key) => send(line, { route: routes.attentionRecall, body: { key } }),
  };
}
