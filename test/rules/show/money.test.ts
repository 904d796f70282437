// Dollars as the command line and the page both say them.
import { expect, test } from "bun:test";
import { dollars, sumText } from "../../../src/rules/show/money.ts";

test.each([
  [0, "$0.00"],
  [0.00001, "<$0.0001"],
  [0.0042, "$0.0042"],
  [0.0949, "$0.0949"],
  [0.095, "$0.10"],
  [2.5, "$2.50"],
  [1234.5, "$1,234.50"],
])("%d dollars are said as %s", (usd, said) => {
  expect(dollars(usd)).toBe(said);
});

test.each([
  [{ usd: 0, unpriced: 0 }, "$0.00"],
  [{ usd: 4.123, unpriced: 0 }, "$4.12"],
  [{ usd: 4.1, unpriced: 2 }, "$4.10 + unknown"],
  [{ usd: 0, unpriced: 1 }, "unknown"],
])("a sum with a price that nobody knows is not known: %j is said as %s", (sum, said) => {
  expect(sumText(sum)).toBe(said);
});
