// Which numbers of a JSON text would be others once they are parsed and written again.
import { expect, test } from "bun:test";
import { findChangedNumber } from "../../src/base/data/exact-numbers.ts";

test.each([
  "0", "-0", "1.0", "1.50", "1e3", "-12.5e-3", "9007199254740991", "9007199254740992", "10000000000000000000000", "0.1",
  "0.30000000000000004", "0.10000000000000001", "5e-324", "1.7976931348623157e308", "0e999", "0.000",
])("%s is kept", (token) => {
  expect(findChangedNumber(`{"a":[${token}]}`)).toBeNull();
}); // prettier-ignore

test.each([
  "9007199254740993", "-9007199254740993", "18446744073709551615", "1e400", "-1e400", "1e-400",
  "0.1234567890123456789012", "12345678901234567890.5",
])("%s is changed", (token) => {
  expect(findChangedNumber(`{"a":{"b":[1,${token},2]}}`)).toBe(token);
}); // prettier-ignore

test("digits in texts and names are no numbers", () => {
  const text = '9007199254740993 "quoted" \\ 1e400\n';
  expect(findChangedNumber(JSON.stringify({ [text]: text, list: [text, 1] }))).toBeNull();
  expect(findChangedNumber(JSON.stringify("x".repeat(4_000_000)))).toBeNull();
});
