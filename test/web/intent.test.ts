// Keys of a person's intents, and the row in which a need stays.
import { describe, expect, test } from "bun:test";
import type { AttentionItem } from "../../src/contract/api/attention.ts";
import { createIntents } from "../../web/api/intent.ts";
import { keep, readKept } from "../../web/api/kept.ts";
import { withoutSaved } from "../../web/views/doctor/edits.ts";
import { rowOf } from "../../web/views/home/row-of.ts";

describe("an intent", () => {
  test("is the same for the same words, and another for others, also when the first come again", () => {
    const intentOf = createIntents();
    const first = intentOf({ note: "a" });
    expect(intentOf({ note: "a" })).toBe(first);
    expect(intentOf({})).not.toBe(first);
    expect(intentOf({ note: "a" })).not.toBe(first);
  });
});

describe("the row of a need", () => {
  const need = (key: string, kind: AttentionItem["kind"]) =>
    rowOf({ key, kind, commission: "c1" } as unknown as AttentionItem);

  test("stays where its commission asks once more, and is apart from what else that one needs", () => {
    expect(need("question:c1:2", "question")).toBe(need("question:c1:1", "question"));
    expect(need("failed:c1", "failed")).toBe("failed:c1");
  });
});

test("of settings only what was sent as it stands is saved", () => {
  const sent = { slots: "3", "limits.maxTurns": "10" };
  expect(withoutSaved({ slots: "4", "limits.maxTurns": "10", port: null }, sent)).toEqual({
    slots: "4",
    port: null,
  });
});

test("what cannot be kept is held while the page is open", () => {
  // There is no storage here, as in a browser that is told to keep nothing.
  expect(readKept("local", "a")).toBeNull();
  expect(keep("local", "a", "1")).toBe(false);
  expect([readKept("local", "a"), readKept("session", "a")]).toEqual(["1", null]);
  keep("local", "a", null);
  expect(readKept("local", "a")).toBeNull();
});
