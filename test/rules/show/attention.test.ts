// A look at what needs a person: in which order, how much of it, and what it means to put something off.
import { describe, expect, test } from "bun:test";
import { attentionKinds, type AttentionKey } from "../../../src/contract/api/attention.ts";
import { attentionOf, type Cause, nextReturn, stillDeferred } from "../../../src/rules/show/attention.ts";
import { now } from "./attention-items.ts";

const cause = (key: string, since: string | null = null): Cause => ({
  key,
  kind: key.split(":")[0] as Cause["kind"],
  since,
  words: () => ({ title: key, detail: "", commission: null, worker: null, project: null, rehearsed: false }),
});

describe("a look", () => {
  test("has the most urgent first, among equals the newest, and no more than were asked for", () => {
    const causes = [
      ...attentionKinds.toReversed().map((kind) => cause(`${kind}:a`, "2026-01-01")),
      cause("failed:b", "2026-01-03"),
      cause("failed:c", "2026-01-02"),
      cause("failed:d"),
    ];
    const { items, total } = attentionOf({ causes, deferred: {}, limit: 10, now });
    expect(total).toBe(14);
    expect(items.map(({ key }) => String(key))).toEqual([
      "model:a",
      "quota:a",
      "question:a",
      "setup:a",
      "refuted:a",
      "conflict:a",
      "failed:b",
      "failed:c",
      "failed:a",
      "failed:d",
    ]);
  });

  test("shows what was put off apart, until its time is over", () => {
    const at = "2026-11-15T10:00:00.000Z";
    const deferred = {
      ["failed:a" as AttentionKey]: { at, until: null },
      ["failed:b" as AttentionKey]: { at, until: "2026-11-15T12:00:00.001Z" },
      ["failed:c" as AttentionKey]: { at, until: "2026-11-15T12:00:00.000Z" },
      ["failed:gone" as AttentionKey]: { at, until: null },
    };
    const causes = ["a", "b", "c", "d"].map((name) => cause(`failed:${name}`));
    const look = attentionOf({ causes, deferred, limit: 100, now });
    expect(look).toMatchObject({ total: 2, deferredTotal: 2 });
    expect(look.items.map(({ key, deferred: off }) => [String(key), off])).toEqual([
      ["failed:c", null],
      ["failed:d", null],
    ]);
    expect(look.deferred.map(({ key }) => String(key))).toEqual(["failed:a", "failed:b"]);
    expect(nextReturn(deferred, now)).toBe(now + 1);
    expect(nextReturn(deferred, now + 1)).toBeNull();
    const kept = (unknown: string[]) => Object.keys(stillDeferred({ deferred, causes, unknown, now }));
    expect(kept([])).toEqual(["failed:a", "failed:b"]);
    expect(kept(["failed:g"])).toEqual(["failed:a", "failed:b", "failed:gone"]);
  });

  test("at ten thousand commissions that all failed makes words for no more than are shown", () => {
    let made = 0;
    const causes = Array.from({ length: 10_000 }, (_, i) => ({
      ...cause(`failed:${i}`, new Date(now - i).toISOString()),
      words: () => ((made += 1), cause("failed:x").words()),
    }));
    expect(attentionOf({ causes, deferred: {}, limit: 100, now })).toMatchObject({ total: 10_000 });
    expect(made).toBe(100);
  });
});
