// Figures, times, sums and shields as the page says and draws them.
import { describe, expect, test } from "bun:test";
import { contextWords } from "../../web/words/context.ts";
import { sumText } from "../../src/rules/show/money.ts";
import { shownKey } from "../../web/shell/key-words.ts";
import { armsOf } from "../../web/words/arms.ts";
import { bytes, clock, counted, duration, inWords, moment, short } from "../../web/words/say.ts";
import { openQuestions } from "../../web/words/open-questions.ts";
import { spentWithin } from "../../web/words/spent.ts";
import { waitWords } from "../../web/words/waiting.ts";
import { listed } from "./listed.ts";

describe("say", () => {
  test.each([
    [clock(247_000), "04:07"],
    [clock(3_847_000), "1:04:07"],
    [duration(3100), "3.1 s"],
    [duration(7_500_000), "2 h 5 min"],
    [bytes(12_400), "12.4 kB"],
    [bytes(999_600), "1.0 MB"],
    [short(41_230), "41.2k"],
    [short(999_700), "1.0M"],
    [counted(1, "turn"), "1 turn"],
    [counted(10_000, "turn"), "10,000 turns"],
    [inWords(3), "three"],
    [inWords(1300), "1,300"],
  ])("%s", (said, expected) => expect(said).toBe(expected));

  test("a moment by the day it was on", () => {
    const now = new Date(2026, 10, 16, 12, 0).getTime();
    const at = (day: number, year = 2026) => new Date(year, 10, day, 11, 2).toISOString();
    expect([16, 15, 12, 2].map((day) => moment(at(day), now))).toEqual([
      "11:02",
      "yesterday 11:02",
      "Thu 11:02",
      "2 Nov",
    ]);
    expect(moment(at(2, 2025), now)).toBe("2 Nov 2025");
  });
});

test.each([
  ["k", "K", "K"],
  ["?", "?", "?"],
  ["ArrowDown", "↓", "↓"],
  ["End", "End", "End"],
  ["mod+k", "Ctrl K", "⌘K"],
  ["mod+Enter", "Ctrl ↵", "⌘↵"],
])("the key %s is written as %s, or as %s on a Mac", (key, here, there) => {
  expect([shownKey(key, false), shownKey(key, true)]).toEqual([here, there]);
});

test("open questions keep the numbers they were asked with", () => {
  const asked = (question: string, answer: string | null) => ({
    question,
    answer,
    askedAt: "2026-11-16T09:00:00.000Z",
  });
  const questions = [asked("One?", "Yes."), asked("Two?", null)];
  expect(openQuestions({ questions })).toEqual([{ number: 2, question: "Two?" }]);
});

test("why one waits is said of those that wait, and of no other", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  expect(waitWords(listed(1, { status: "pending", waitingFor: "a slot" }), now)).toBe("a slot");
  expect(waitWords(listed(1, { status: "pending" }), now)).toBe("its turn comes next");
  expect(waitWords(listed(1, { status: "completed" }), now)).toBeNull();
});

test("a sum with a price that nobody knows is not known", () => {
  const now = new Date(2026, 10, 16, 12).getTime();
  const hour = (daysAgo: number, usd: number, unpriced = 0) => ({
    hour: new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 13),
    usd,
    unpriced,
  });
  const { today, week } = spentWithin([hour(0, 1), hour(3, 2, 1), hour(9, 50)], now);
  expect([sumText(today), sumText(week)]).toEqual(["$1.00", "$3.00 + unknown"]);
});

test("a shield is always the same for a name, whoever brings the worker", () => {
  expect(armsOf("researcher")).toEqual(armsOf("member:researcher"));
  const shields = ["researcher", "reviewer", "writer", "implementer"].map((name) =>
    JSON.stringify(armsOf(name)),
  );
  expect(new Set(shields).size).toBe(4);
});

test.each([
  [0, 200_000, "–"],
  [0, null, "–"],
  [12_400, null, "12.4k tokens of context"],
  [36_000, 200_000, "18 % context"],
  [300_000, 200_000, "100 % context"],
])("of %d tokens where %p can be held: %s", (tokens, window, says) => {
  expect(contextWords({ tokens, window })).toBe(says);
});
