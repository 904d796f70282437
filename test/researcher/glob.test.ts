// Patterns over descriptions: they mean what picomatch makes of them where it means plain text, and no pattern takes long.
import { expect, test } from "bun:test";
import fc from "fast-check";
import picomatch from "picomatch";
import { compileGlob } from "../../guild-members/researcher/glob.ts";

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
];

test("each kind of pattern", () => {
  for (const [pattern, text, fits] of examples)
    expect([pattern, text, compileGlob(pattern)(text)]).toEqual([pattern, text, fits]);
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
      expect(compileGlob(glob)(description)).toBe(
        picomatch.isMatch(description, glob, { bash: true, dot: true, nocase: true }),
      );
    }),
    { numRuns: 2000 },
  );
});

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

test("no pattern takes long on the longest description", () => {
  const descriptions = ["a".repeat(1000), "ab".repeat(500), `${"a".repeat(999)}b`];
  for (const pattern of hostile)
    for (const description of descriptions) {
      const begun = performance.now();
      compileGlob(pattern)(description);
      expect([pattern, performance.now() - begun < 1000]).toEqual([pattern, true]);
    }
});

test("whatever is given as a pattern is one", () => {
  const strange = fc.string({
    unit: fc.constantFrom("*", "?", "[", "]", "{", "}", ",", "\\", "!", "-", "a", "\u{1F600}", "\ud800"),
  });
  fc.assert(
    fc.property(strange, strange, (glob, text) => typeof compileGlob(glob)(text) === "boolean"),
    {
      numRuns: 2000,
    },
  );
});
