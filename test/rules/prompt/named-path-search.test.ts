// The "@" word under the caret, and what replaces it: always a path that the prompt then finds.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pathsIn } from "../../../src/rules/prompt/named-in-task.ts";
import { canBeNamed, namedWordAt, rankOf, withPath } from "../../../src/rules/prompt/named-path-search.ts";

const file = { path: "src/main.ts", is: "file" } as const;

/** "|" is the caret. */
function take(marked: string, found: { path: string; is: "file" | "directory" } = file): string | null {
  const caret = marked.indexOf("|");
  const task = marked.replace("|", "");
  const word = namedWordAt(task, caret);
  if (word === null) return null;
  const next = withPath(task, word, found);
  return `${next.task.slice(0, next.caret)}|${next.task.slice(next.caret)}`;
}

test.each([
  ["@sr|", "@src/main.ts |"],
  ["Fix @./sr|", "Fix @src/main.ts |"],
  ["Fix\n(see @main|), too", "Fix\n(see @src/main.ts|), too"],
  ["Fix @main|. Then", "Fix @src/main.ts|. Then"],
  ["Fix @main|.ts", "Fix @src/main.ts |.ts"],
  ["@a, @b|\nmore", "@a, @src/main.ts|\nmore"],
  ["@|", null],
  ["@ a|", null],
  ["me@example|", null],
  ["@ma|in.ts", null],
  ["@main.ts |", null],
  ["|@main", null],
])("%j becomes %j", (before, after) => {
  expect(take(before)).toBe(after);
});

test("a directory is open for what is in it", () => {
  expect(take("@sr|", { path: "src", is: "directory" })).toBe("@src/|");
});

const text = fc.string({
  unit: fc.constantFrom(
    "@",
    "a",
    "ü",
    "/",
    ".",
    ":",
    ",",
    ";",
    "-",
    " ",
    "\n",
    "(",
    ")",
    "'",
    "\u0000",
    "😀",
  ),
});

test("what is taken is found by the prompt, and nothing else of the task changes", () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (before, typed, rest, isFile) => {
      const head = `${before}@${typed}`;
      const word = namedWordAt(head + rest, head.length);
      if (word === null) return;
      const is = isFile ? "file" : "directory";
      const next = withPath(head + rest, word, { path: "x/ö.ts", is });
      expect(pathsIn(next.task)).toContain("x/ö.ts");
      expect(next.task.startsWith(head.slice(0, word.start))).toBe(true);
      expect(next.task.endsWith(rest)).toBe(true);
      expect(head[word.start]).toBe("@");
    }),
    { numRuns: 2000 },
  );
});

test("a path that can be named survives being named, and fits each of its parts", () => {
  fc.assert(
    fc.property(text, text, (path, part) => {
      if (canBeNamed(path)) expect(pathsIn(`see @${path} now`)).toEqual([path]);
      expect(rankOf(part + path, part)).toBe(0);
      expect(rankOf(path, part) === null).toBe(!path.includes(part));
    }),
  );
});
