import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CleanItem } from "../../../src/contract/api/clean.ts";
import { dueTwice, isDue, planClean } from "../../../src/rules/upkeep/retention.ts";

const now = Date.UTC(2026, 5, 1);
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
const keep = { trashDays: 30, leftoverDays: 3, transcriptDays: 90, logDays: 7 };
const item = (kind: CleanItem["kind"], days: number): CleanItem => ({
  kind,
  path: `${kind}/${days}`,
  bytes: 1,
  since: ago(days),
});

test.each([
  ["trash", 29, false],
  ["trash", 30, true],
  ["leftover", 2, false],
  ["leftover", 3, true],
  ["transcript", 89, false],
  ["transcript", 90, true],
  ["log", 6, false],
  ["log", 7, true],
  ["trash", -400, false],
] as const)("%s of %d days ago is due: %p", (kind, days, due) => {
  expect(planClean([item(kind, days)], keep, now)).toHaveLength(due ? 1 : 0);
});

test("the plan is oldest first, and what is kept for ever is never in it", () => {
  const found = [item("trash", 40), item("log", 100), item("transcript", 1000)];
  expect(planClean(found, { ...keep, transcriptDays: null }, now).map(({ path }) => path)).toEqual([
    "log/100",
    "trash/40",
  ]);
});

describe("a clock that is wrong", () => {
  test("set back: what was put away in its future stays", () => {
    expect(isDue(ago(-1), 0, now)).toBe(false);
  });

  test("a time that cannot be read is no reason to delete", () => {
    expect(isDue("yesterday", 0, now)).toBe(false);
  });

  test("set forward for a moment: nothing goes that is not due at the next look as well", () => {
    const found = [item("trash", 1), item("trash", 31)];
    const early = planClean(found, keep, now + 365 * 86_400_000);
    expect(early).toHaveLength(2);
    const later = planClean(found, keep, now);
    expect(dueTwice(later, new Set(early.map(({ path }) => path))).map(({ path }) => path)).toEqual([
      "trash/31",
    ]);
    expect(dueTwice(early, new Set())).toEqual([]);
  });
});

test("a longer time to keep never lets more go", () => {
  const days = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(fc.array(days, { maxLength: 20 }), days, days, (ages, a, b) => {
      const found = ages.map((age) => item("trash", age));
      const gone = (trashDays: number) => planClean(found, { ...keep, trashDays }, now).length;
      expect(gone(Math.max(a, b))).toBeLessThanOrEqual(gone(Math.min(a, b)));
    }),
  );
});
