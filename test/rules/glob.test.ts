import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compileGlob } from "../../src/base/text/glob.ts";
import { tooMuchToParse } from "../../src/base/data/script-size.ts";

describe("a glob over titles", () => {
  const cases: [string, string, boolean][] = [
    ["*OAuth*", "Research auth/OAuth flows", true],
    ["*oauth*", "Research auth/OAuth flows", true],
    ["research*", ".research", false],
    ["*", "", true],
    ["*", ".hidden/and\nmore", true],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a?c", "a\u{1F600}c", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[!a-c]x", "zx", true],
    ["[x", "[x", true],
    ["{fix,add}*", "Add a door", true],
    ["{fix,add}*", "Remove a door", false],
    ["{a,b{c,d}}", "bd", true],
    ["{a}", "{a}", true],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["a**b*", "a--b", true],
    ["É*", "é", true],
    ["exact", "exactly", false],
  ];
  test.each(cases)("%p over %p is %p", (pattern, title, expected) => {
    expect(compileGlob(pattern)(title)).toBe(expected);
  });

  test("without its signs matches just itself, and with a star on either side whatever holds it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
        const literal = text.replace(/[*?[\]{}\\!^,]/g, "");
        expect(compileGlob(literal)(literal)).toBe(true);
        expect(compileGlob(`*${literal}*`)(`${before}${literal}${after}`)).toBe(true);
      }),
    );
  });

  test("made to take for ever does not", () => {
    const begun = performance.now();
    expect(compileGlob("*a".repeat(250))("a".repeat(199) + "b")).toBe(false);
    expect(compileGlob("{a,b}".repeat(100))("c")).toBe(false);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});

test("a script that would take long to parse is refused by its text", () => {
  expect(tooMuchToParse("version: 1\nturns: [{ say: hi }]")).toBeNull();
  expect(tooMuchToParse("[".repeat(300))).toContain("nests");
  expect(tooMuchToParse("[]".repeat(30_000))).toContain("brackets");
  expect(tooMuchToParse("\n".repeat(30_000))).toContain("lines");
});
