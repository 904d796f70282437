// docs/decisions: one decision a file, each with the same parts, and all of them in the index.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { tableAfter } from "./tables.ts";

const directory = "docs/decisions";
const files = readdirSync(directory)
  .filter((name) => name !== "README.md")
  .toSorted();
const read = (name: string): string => readFileSync(`${directory}/${name}`, "utf8");

test("the index lists every decision with its date and title", () => {
  const listed = tableAfter(`${directory}/README.md`, "# Decisions").map(([link = "", date, title]) => [
    /\(([^)]+)\)/.exec(link)?.[1],
    date,
    title,
  ]);
  const known = files.map((name) => [
    name,
    /^Date: (\S+)$/m.exec(read(name))?.[1],
    /^# \d+\. (.+)$/m.exec(read(name))?.[1],
  ]);
  expect(listed).toEqual(known);
});

test.each(files)(
  "%s has its number, a date, a context, a choice and what was rejected, in 25 lines",
  (name) => {
    const text = read(name);
    expect(Number(name.slice(0, 4))).toBe(files.indexOf(name) + 1);
    expect(text).toMatch(
      /^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\n\n## Context\n\n[^#]+## Choice\n\n[^#]+## Rejected\n\n- /,
    );
    expect(text.split("\n").length).toBeLessThanOrEqual(25);
  },
);
