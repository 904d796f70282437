// The paths that a task names with "@": found where a person means a path, few, and never one that leads elsewhere.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { mostNamed, namedText, pathsIn } from "../../../src/rules/prompt/named-in-task.ts";

test.each([
  ["Fix @src/main.ts.", ["src/main.ts"]],
  ["@README.md: say more (see @docs/ and `@./web/page.tsx`)", ["README.md", "docs", "web/page.tsx"]],
  ["@a @a, @a!", ["a"]],
  ["mail me@example.com, and ask @someone", ["someone"]],
  ["@../secret @/etc/passwd @a/../b @a//b @. @.. @ @:(glob)x", []],
  ["@.github/workflows/ci.yml @日本/ü.txt", [".github/workflows/ci.yml", "日本/ü.txt"]],
])("%j", (task, expected) => {
  expect(pathsIn(task)).toEqual(expected);
});

test("no task yields many paths, or one with a part that leads elsewhere", () => {
  const words = fc.string({ unit: fc.constantFrom("@", "a", "/", ".", ":", " ", "\n", "-", "\u0000") });
  fc.assert(
    fc.property(words, (task) => {
      for (const path of pathsIn(task)) {
        expect(path).not.toMatch(/^\/|^:|(^|\/)\.{0,2}(\/|$)/);
        expect(path).not.toContain("\u0000");
      }
    }),
  );
  expect(pathsIn(Array.from({ length: 500 }, (_, at) => `@f${at}`).join(" "))).toHaveLength(mostNamed);
  expect(pathsIn(`@${"a".repeat(5000)}`)).toEqual([]);
});

test("the worker is told what exists and where, and nothing if nothing does", () => {
  const found = {
    branch: "main",
    commit: "0".repeat(40),
    paths: [{ path: "docs", is: "directory" as const }],
  };
  expect(namedText(found)).toEndWith('\n- "docs": directory');
  expect(namedText({ ...found, paths: [] })).toBe("");
  expect(namedText(null)).toBe("");
});
