// What a worker may touch and how its work came out, in words.
import { expect, test } from "bun:test";
import type { WorkerEntry } from "../../src/contract/package/roster.ts";
import { noRecord as none } from "../../src/rules/show/worker-record.ts";
import { finishedInWords, rehearsedInWords, spentInWords, usualTime } from "../../web/words/record.ts";
import { boundsInWords, groupTools, touchesOf, touchLine } from "../../web/words/touches.ts";

const researcher = {
  files: "read",
  checkout: "sparse",
  tools: ["Read", "WebSearch", "WebFetch", "mcp__base__read_memory", "mcp__mail__*"],
  toolboxes: ["mail"],
  model: null,
} as unknown as WorkerEntry;

test("what a worker may touch is told in words", () => {
  expect(touchLine(researcher)).toBe(
    "reads only .lore/ of the project · searches the web and reads pages · has mail",
  );
  const says = Object.fromEntries(touchesOf(researcher).map((touch) => [touch.what, touch.says]));
  expect(says).toMatchObject({ Commands: "none", Model: "the default model" });
});

test("tools are told by their toolbox, and one that does not name its own says so", () => {
  expect(groupTools(researcher.tools)).toEqual([
    { box: null, tools: ["Read", "WebSearch", "WebFetch"] },
    { box: "base", tools: ["read_memory"] },
    { box: "mail", tools: null },
  ]);
});

test("limits have their units, and no limit is told as none", () => {
  const limits = { maxTurns: 1, maxBudgetUsd: 0.5, maxSeconds: null };
  expect(boundsInWords(limits)).toBe("1 turn, $0.50, no time limit");
  expect(boundsInWords({ ...limits, maxTurns: 150, maxSeconds: 1800 })).toBe("150 turns, $0.50, 30 min");
});

test("what is not known of a record is told as unknown, and never as nothing", () => {
  expect([finishedInWords(none), spentInWords(none), usualTime(none)]).toEqual([
    "no finished work yet",
    "–",
    "–",
  ]);
  expect(spentInWords({ ...none, completed: 1, unpriced: 1 })).toBe("unknown");
  expect(spentInWords({ ...none, completed: 2, unpriced: 1, usd: 1.2 })).toBe("$1.20 + unknown");
  expect(finishedInWords({ ...none, completed: 2, failed: 1 })).toBe("2 finished, 1 failed");
});

test("rehearsals are no finished work, and are counted separately", () => {
  const rehearsed = { ...none, rehearsed: 3 };
  expect(finishedInWords(rehearsed)).toBe("no finished work yet");
  expect(rehearsedInWords(rehearsed)).toBe("3 rehearsals, counted separately");
});
