// Answers of the hall with the words of workers in them, as they enter the page.
import { expect, test } from "bun:test";
import { plainly } from "../../web/store/plainly.ts";

test("every text in an answer is made plain, however deep", () => {
  const answer = { title: "a\u200bb", n: 1, none: null, list: [{ says: "\x1b[1mbold" }, "fine", true] };
  expect(plainly(answer)).toEqual({
    title: "a‹U+200B›b",
    n: 1,
    none: null,
    list: [{ says: "bold" }, "fine", true],
  });
});

test("the output of a command keeps its colours, for the part that shows them", () => {
  const check = { command: "npm\u001b[31m test", output: "\u001b[31mred" };
  expect(plainly({ checks: [check] })).toEqual({
    checks: [{ command: "npm test", output: "\u001b[31mred" }],
  });
});

test("what was plain is handed on as it is, so that nothing is drawn again for it", () => {
  const fine = { says: "fine" };
  const answer = { fine, other: ["a\u202e"] };
  expect(plainly(fine)).toBe(fine);
  const made = plainly(answer);
  expect(made.fine).toBe(fine);
  expect(answer.other).toEqual(["a\u202e"]);
});
