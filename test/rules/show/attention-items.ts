// What a look at causes shows, held to the shape of the doors.
import { expect } from "bun:test";
import { type AttentionItem, attentionItem } from "../../../src/contract/api/attention.ts";
import { attentionOf, type Cause } from "../../../src/rules/show/attention.ts";

export const now = Date.parse("2026-11-15T12:00:00.000Z");

/** In the shape that the doors show. */
export function itemsOf(causes: readonly Cause[]): AttentionItem[] {
  const { items, total } = attentionOf({ causes, deferred: {}, limit: 100, now });
  for (const item of items) expect(attentionItem.safeParse(item).error).toBeUndefined();
  expect(total).toBe(items.length);
  return items;
}
