import { expect, test } from "bun:test";
import { tooMuchToParse } from "../../src/base/data/script-size.ts";

test("a script that would take long to parse is refused by its text", () => {
  expect(tooMuchToParse("version: 1\nturns: [{ say: hi }]")).toBeNull();
  expect(tooMuchToParse("[".repeat(300))).toContain("nests");
  expect(tooMuchToParse("[]".repeat(30_000))).toContain("brackets");
  expect(tooMuchToParse("\n".repeat(30_000))).toContain("lines");
});
