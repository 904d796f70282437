// What workers and commands print, as the page shows it.
import { describe, expect, test } from "bun:test";
import { unkerned } from "../../web/words/long-word.ts";
import { plain, plainCut, plainLine, plainWhole } from "../../web/words/plain.ts";

describe("text from outside on the page", () => {
  test.each([
    ["keeps lines, tabs and other scripts", "a\tb\nç 日本 שלום", "a\tb\nç 日本 שלום"],
    [
      "drops colours and moves of the cursor",
      "\x1b[1;31mred\x1b[0m \x1b[2K\x1b[10Aup \x9b32mgreen",
      "red up green",
    ],
    ["marks any other escape", "\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"],
    ["marks an escape that is cut off", "a\x1b", "a␛"],
    ["makes lines of what rewinds a line", "10%\r100%\r\ndone", "10%\n100%\ndone"],
    ["marks what turns the direction of reading", "a\u202egpj.exe", "a‹U+202E›gpj.exe"],
    ["marks what cannot be seen", "pass\u200bword\u00ad\u{e0041}", "pass‹U+200B›word‹U+00AD›‹U+E0041›"],
    ["marks half a character", "a\ud800b", "a‹U+D800›b"],
    ["leaves emoji as they are spelt", "👩‍🔬 ✔️ 1️⃣", "👩‍🔬 ✔️ 1️⃣"],
    ["marks a selector that selects nothing", "flag1\ufe0f", "flag1‹U+FE0F›"],
    ["marks control characters", "\0\x08\x7f\x85x\x84", "␀␈␡\nx‹U+0084›"],
  ])("%s", (_what, text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  test("is all there where it is judged by its characters", () => {
    expect(plainWhole("rm \x1b[8m-rf\x1b[0m\r\n\u202e")).toBe("rm ␛[8m-rf␛[0m\n‹U+202E›");
  });

  test("can be put on one line, and cut", () => {
    expect(plainLine(" a\n\tb \u2028c ")).toBe("a b c");
    expect(plainCut("one two three", 8)).toBe("one two…");
    expect(plainCut("x".repeat(1_000_000), 3)).toBe("xxx…");
  });
});

test.each([
  ["a word of 200,000 letters", `see ${"a".repeat(200_000)} there`, "unkerned"],
  ["one that spaces hold together which no line is broken at", "a\u00a0".repeat(1000), "unkerned"],
  ["long prose", "All is well here.\n".repeat(1000), undefined],
  ["an address", `https://hall.example/${"a".repeat(500)}`, undefined],
])("letters are moved together but in a word without an end: %s", (_what, text, look) => {
  expect(unkerned(text)).toBe(look as ReturnType<typeof unkerned>);
});
