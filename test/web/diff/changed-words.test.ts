// Which words of a changed line are marked.
import { expect, test } from "bun:test";
import { changedWords } from "../../../web/words/changed-words.ts";

const marked = (before: string, after: string) => {
  const found = changedWords(before, after);
  if (found === null) return null;
  return [
    found.before.map(({ from, to }) => before.slice(from, to)),
    found.after.map(({ from, to }) => after.slice(from, to)),
  ];
};

test.each([
  ["  status: 403,", "  status: why.kind,", [["403"], ["why.kind"]]],
  ["const a = 1;", "const a = 1; // one", [[], [" // one"]]],
  ["body: { error: why.text },", "body: { error: why.says, call: id },", [["text"], ["says, call: id"]]],
  ["export const tries = 3;", "export const tries = 5;", [["3"], ["5"]]],
  ["same", "same", null],
  ["const alpha = beta;", "  return { x: 1 };", null],
  ["über 1 Maß", "über 2 Maß", [["1"], ["2"]]],
] as const)("%p against %p", (before, after, expected) => {
  expect(marked(before, after)).toEqual(expected as unknown as ReturnType<typeof marked>);
});

test("lines of any length take little time, and too long ones are not compared", () => {
  const long = "x ".repeat(499);
  const began = performance.now();
  for (let at = 0; at < 20; at += 1) changedWords(`${long}a`, `b${long}`);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(changedWords("y".repeat(1001), "y".repeat(1002))).toBeNull();
});
