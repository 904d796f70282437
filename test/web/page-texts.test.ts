// The page's texts name who acts: a worker, a commission, the hall, you. A pronoun for nobody in particular hides it.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync } from "node:fs";

const pronoun = /\b(?:nobody|whoever|somebody|anybody|everybody)\b/i;

const hidingLines = (path: string, source: string): string[] =>
  source.split("\n").flatMap((line, at) => (pronoun.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []));

test("a text of the page that hides its subject is found with its place", () => {
  const source = '<Empty title="No worker is here.">\n<Empty title="Nobody is here.">';
  expect(hidingLines("view.tsx", source)).toEqual(['view.tsx:2: <Empty title="Nobody is here.">']);
});

test("no text of the page hides its subject", () => {
  const paths = [...new Glob("web/**/*.{ts,tsx,html}").scanSync(".")].filter(
    (path) => !path.includes("/dist/"),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.flatMap((path) => hidingLines(path, readFileSync(path, "utf8")))).toEqual([]);
});
