// The token in the fragment of the address.
import { expect, test } from "bun:test";
import { tokenIn } from "../../web/api/token.ts";

test.each([
  ["#token=abc_DEF-1", "abc_DEF-1"],
  ["#token=a%2Bb", "a+b"],
  ["#token=%", null],
  ["#token=%E0%A4", null],
  ["#token=", null],
  ["#token=a b", null],
  ["#token=a%20b", null],
  ["#token=%E2%82%AC", null],
  ["#token=a%0D%0Ab", null],
  [`#token=${"a".repeat(201)}`, null],
  ["#results", null],
  ["", null],
])("of %p is %p", (hash, token) => {
  expect(tokenIn(hash)).toBe(token);
});
