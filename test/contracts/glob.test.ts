// Both matchers of patterns over flat text, the hall's and the researcher's own copy: one filter finds the same in both.
// They mean what picomatch makes of a pattern where it means plain text, and no pattern takes long.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import picomatch from "picomatch";
import { compileGlob as researcherGlob } from "../../guild-members/researcher/glob.ts";
import { compileGlob as hallGlob } from "../../src/base/text/glob.ts";

const examples: [string, string, boolean][] = [
  ["*OAuth*", "Research auth/OAuth flows", true],
  ["*oauth FLOWS", "Research auth/OAuth flows", true],
  ["OAuth", "Research auth/OAuth flows", false],
  ["*", ".hidden/and deep", true],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["**/x", "a/b/x", true],
  ["?????", "a/b.c", true],
  ["?", "\u{1F600}", true],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["[^a-c]x", "dx", true],
  ["[]]", "]", true],
  ["[-a]", "-", true],
  ["[abc", "[abc", true],
  ["fix (auth)*", "Fix (auth) now", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["{red,blue} car", "blue car", true],
  ["{a,{b,c}}d", "cd", true],
  ["{a}", "{a}", true],
  ["*line\nbreak*", "a line\nbreak here", true],
  ["straße*", "STRAßE 1", true],
  ["*oauth*", "Research auth/OAuth flows", true],
  ["research*", ".research", false],
  ["*", ".hidden/and\nmore", true],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["a?c", "a\u{1F600}c", true],
  ["[!a-c]x", "zx", true],
  ["[x", "[x", true],
  ["{fix,add}*", "Add a door", true],
  ["{fix,add}*", "Remove a door", false],
  ["{a,b{c,d}}", "bd", true],
  ["\\*", "x", false],
  ["a**b*", "a--b", true],
  ["É*", "é", true],
  ["exact", "exactly", false],
  ["caf\u00e9*", "Cafe\u0301 au lait", true],
  ["cafe\u0301*", "CAF\u00c9 au lait", true],
  [`{${Array.from({ length: 64 }, (_, at) => `a${at}`).join(",")}}`, "a63", true],
  [`{${Array.from({ length: 65 }, (_, at) => `a${at}`).join(",")}}`, "a63", false],
  ["{a,b\\}", "{a,b}", true],
];

const hostile = [
  "*a".repeat(128),
  `${"*a".repeat(127)}b`,
  `*${"a".repeat(254)}b`,
  `*${"?".repeat(254)}b`,
  `*${"[a-z]".repeat(50)}b`,
  "{a,".repeat(80),
  "{a,b}".repeat(51),
  `{${"a,".repeat(120)}}`,
  "{*a,*b}*".repeat(32),
  "[".repeat(256),
  "\\".repeat(256),
  "+(a|a)".repeat(42),
  "(a+)+$",
];

describe.each([
  ["the hall", hallGlob],
  ["the researcher", researcherGlob],
])("%s", (_name, compile) => {
  test.each(examples)("%p over %p is %p", (pattern, text, fits) => {
    expect(compile(pattern)(text)).toBe(fits);
  });

  test("a pattern without signs matches just itself, and with a star on either side whatever holds it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
        const literal = text.replace(/[*?[\]{}\\!^,]/g, "");
        expect(compile(literal)(literal)).toBe(true);
        expect(compile(`*${literal}*`)(`${before}${literal}${after}`)).toBe(true);
      }),
    );
  });

  test("letters, slashes and stars mean what they mean to picomatch", () => {
    const piece = fc.constantFrom("a", "b", "B", " ", "/", "a.b", "*");
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
    const text = fc.stringMatching(/^[abAB/. ]{0,8}$/);
    fc.assert(
      fc.property(pattern, text, (glob, description) => {
        // To it two stars, a slash at either end and a dot alone are words of paths.
        fc.pre(
          !/\*\*|^\/|\/$|^\.|\/\./.test(glob) &&
            !/\/$|(^|\/)\.{1,2}(\/|$)/.test(description) &&
            description !== "",
        );
        expect(compile(glob)(description)).toBe(
          picomatch.isMatch(description, glob, { bash: true, dot: true, nocase: true }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("no pattern takes long on the longest description", () => {
    const descriptions = ["a".repeat(1000), "ab".repeat(500), `${"a".repeat(999)}b`];
    for (const pattern of hostile)
      for (const description of descriptions) {
        const begun = performance.now();
        compile(pattern)(description);
        expect([pattern, performance.now() - begun < 1000]).toEqual([pattern, true]);
      }
  });

  test("whatever is given as a pattern is one", () => {
    const strange = fc.string({
      unit: fc.constantFrom("*", "?", "[", "]", "{", "}", ",", "\\", "!", "-", "a", "\u{1F600}", "\ud800"),
    });
    fc.assert(
      fc.property(strange, strange, (glob, text) => typeof compile(glob)(text) === "boolean"),
      {
        numRuns: 2000,
      },
    );
  });
});

test("whatever the pattern, both find the same", () => {
  const sign = fc.constantFrom(..."*?[]{},\\!^-abA\u00e9\u0301".split(""), "\u{1F600}");
  const strange = fc.string({ unit: sign, maxLength: 12 });
  fc.assert(
    fc.property(strange, strange, (pattern, text) =>
      expect(researcherGlob(pattern)(text)).toBe(hallGlob(pattern)(text)),
    ),
    { numRuns: 5000 },
  );
});
