// How a member's process goes from state to state.
import { expect, test } from "bun:test";
import {
  backOffMs,
  type MemberLife,
  type MemberTurn,
  newMember,
  turnMember,
  waitMs,
} from "../../../src/rules/member/member-life.ts";

const fail = (atMs: number): MemberTurn => ({ type: "failed", atMs, problem: "it ended" });
const after = (...turns: MemberTurn[]): MemberLife => turns.reduce(turnMember, newMember);

test("the pauses grow from one second to a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(backOffMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

const lives: [what: string, life: MemberLife, expected: MemberLife][] = [
  [
    "a failed start",
    after({ type: "started" }, fail(100)),
    { state: "failing", failures: 1, retryAtMs: 1100, problem: "it ended" },
  ],
  [
    "a second one",
    after({ type: "started" }, fail(100), { type: "started" }, fail(2000)),
    { state: "failing", failures: 2, retryAtMs: 4000, problem: "it ended" },
  ],
  [
    "an end shortly after it was up, which counts on",
    after({ type: "started" }, fail(0), { type: "started" }, { type: "reached", atMs: 5000 }, fail(64_999)),
    { state: "failing", failures: 2, retryAtMs: 66_999, problem: "it ended" },
  ],
  [
    "an end after a minute, which counts anew",
    after({ type: "started" }, fail(0), { type: "started" }, { type: "reached", atMs: 5000 }, fail(65_000)),
    { state: "failing", failures: 1, retryAtMs: 66_000, problem: "it ended" },
  ],
  [
    "an end that was asked for, after which nothing is held against it",
    after({ type: "started" }, fail(0), { type: "ended", problem: null }),
    { state: "stopped", failures: 0, problem: null },
  ],
];

test.each(lives)("%s", (_, life, expected) => expect(life).toEqual(expected));

test("only one that failed is waited for, and no longer than its pause", () => {
  const failing = after({ type: "started" }, fail(100));
  expect([100, 600, 1100, 5000].map((nowMs) => waitMs(failing, nowMs))).toEqual([1000, 500, 0, 0]);
  expect(waitMs(newMember, 0)).toBe(0);
});
