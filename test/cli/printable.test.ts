// The terminal filter: nothing that steers a terminal or hides from a reader gets through.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  columnsOf,
  cutTo,
  oneLine,
  printable,
  printableJson,
  wrapTo,
} from "../../src/host/person/terminal.ts";

const forbidden =
  // eslint-disable-next-line no-misleading-character-class
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/u;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const nasty = fc.oneof(
  fc.constantFrom(
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x1bP+q\x1b\\",
    "\x1b_x\x1b\\",
    "\x9b31m",
    "\x90",
    "\r",
    "\0",
  ),
  fc.constantFrom(
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u{e0041}",
    "\u2028",
    "\ud800",
  ),
  fc.string({ unit: "binary" }),
);
const anyText = fc.array(nasty).map((parts) => parts.join(""));

test("whatever comes in, no control, direction, invisible or broken character comes out", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = printable(text);
      expect(shown).not.toMatch(forbidden);
      expect(shown).not.toMatch(loneSurrogate);
    }),
    { numRuns: 500 },
  );
});

test("the forbidden characters are really in what the property feeds it", () => {
  expect(fc.sample(anyText, 200).some((text) => forbidden.test(text))).toBe(true);
});

const shown: readonly [name: string, text: string, expected: string][] = [
  ["ordinary text", "Größe: 3 µs → ok, “quoted”\n\tindented", "Größe: 3 µs → ok, “quoted”\n\tindented"],
  ["other scripts", "日本語 עברית العربية ไทย", "日本語 עברית العربية ไทย"],
  ["an escape sequence", "\x1b[31mred", "\\x1b[31mred"],
  ["a clipboard write", "\x1b]52;c;QQ==\x07", "\\x1b]52;c;QQ==\\x07"],
  ["a C1 introducer", "\u009b2J", "\\x9b2J"],
  ["a carriage return", "good\rbad", "good\\x0dbad"],
  ["a direction change", "a\u202eb", "a\\u202eb"],
  ["a zero-width space", "pay\u200bpal", "pay\\u200bpal"],
  ["a tag character", "x\u{e0041}", "x\\u{e0041}"],
  ["half a pair", "x\ud83dy", "x\\ud83dy"],
  ["emoji with a selector", "⚠️ ❤️ 1️⃣", "⚠️ ❤️ 1️⃣"],
  ["emoji with joiners, which stay between pictographs", "👩‍💻 👩🏽‍🚀 ❤️‍🔥", "👩‍💻 👩🏽‍🚀 ❤️‍🔥"],
  ["a joiner anywhere else", "a\u200db 👩\u200d", "a\\u200db 👩\\u200d"],
  ["a selector anywhere else", "a\ufe0f 1\ufe0f ⚠\ufe0f\ufe0f", "a\\ufe0f 1\\ufe0f ⚠\ufe0f\\ufe0f"],
];

test.each(shown)("%s is shown as it should be", (_name, text, expected) => {
  expect(printable(text)).toBe(expected);
});

test("printed JSON holds the same value and nothing that steers a terminal", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = printableJson({ text }, 1);
      expect(json).not.toMatch(forbidden);
      expect((JSON.parse(json) as { text: string }).text).toBe(text);
    }),
  );
});

test("one line never takes more columns than it may, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 40 }), (text, width) => {
      const line = oneLine(text, width);
      expect(columnsOf(line)).toBeLessThanOrEqual(width);
      expect(line).not.toContain("\n");
    }),
  );
  expect(oneLine("日本語日本語", 7)).toBe("日本語…");
  expect(cutTo("日本語", 6)).toBe("日本語");
});

test("wrapped lines fit and lose no word", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 40 }), fc.integer({ min: 4, max: 60 }), (text, width) => {
      const lines = wrapTo(text, width);
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});
