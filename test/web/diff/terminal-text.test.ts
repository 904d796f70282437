// What a command printed, in pieces of one style; everything but colours is dropped or made visible.
import { expect, test } from "bun:test";
import { type TerminalPiece, terminalLines } from "../../../web/words/terminal-text.ts";

const shortly = ({ text, style }: TerminalPiece) => {
  const { colour, ground, ...flags } = style;
  const set = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []));
  return [text, colour, ground && `on ${ground}`, ...set].filter((part) => part !== null).join("|");
};
const piecesOf = (text: string) => terminalLines(text).map((line) => line.map(shortly));

test.each([
  ["plain text", [["plain text"]]],
  ["\x1b[31mnot ok\x1b[0m 2", [["not ok|madder", " 2"]]],
  ["\x1b[1;32mpass\x1b[39m all\x1b[22m", [["pass|verdigris|bold", " all|bold"]]],
  ["\x1b[33mlasts\nover lines\x1b[m.", [["lasts|brass"], ["over lines|brass", "."]]],
  ["\x1b[38;5;196mred\x1b[38;2;10;20;250mblue\x1b[90mgrey", [["red|madder", "blue|indigo", "grey|faint"]]],
  ["\x1b[41mground\x1b[49m", [["ground|on madder"]]],
  ["a\x1b[2K\x1b[1Ab\x1b[?25lc", [["abc"]]],
  ["\x1b]0;title\x07text\x1b]8;;https://x.example\x1b\\link\x1b]8;;\x1b\\", [["textlink"]]],
  ["\x1b]52;c;aGk", [[]]],
  ["back\x08space and \u202e", [["back␈space and ‹U+202E›"]]],
  ["one\r\ntwo\rthree\n", [["one"], ["two"], ["three"], []]],
  ["\x1b[31", [["␛[31"]]],
  ['<img src=x onerror="x">', [['<img src=x onerror="x">']]],
] as const)("%j", (text, expected) => {
  expect(piecesOf(text)).toEqual(expected as unknown as string[][]);
});

test("hostile output has a bounded number of pieces and takes little time", () => {
  const began = performance.now();
  const lines = terminalLines("\x1b[31ma\x1b[32mb".repeat(100_000));
  expect(lines[0]?.length).toBeLessThan(6000);
  terminalLines(`\x1b]${"x".repeat(500_000)}`);
  terminalLines("\x1b[".repeat(200_000));
  terminalLines(`\x1b[${";".repeat(400_000)}`);
  expect(performance.now() - began).toBeLessThan(3000);
});
