// The first failing lines of what runners really print, whatever comes before and after them.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findFirstFailure } from "../../../src/rules/checks/first-failure.ts";
import { buildOutputs } from "./build-outputs.ts";
import { runnerOutputs } from "./runner-outputs.ts";

const noise = `${Array.from({ length: 400 }, (_, at) => `tidying up ${at} of 400`).join("\n")}\n`;
const colour = (text: string) =>
  text
    .split("\n")
    .map((line) =>
      line === "" ? "" : `\u001b[0m\u001b[31m${line.slice(0, 1)}\u001b[39m${line.slice(1)}\u001b[K`,
    )
    .join("\n");

describe.each(Object.entries({ ...runnerOutputs, ...buildOutputs }))(
  "%s",
  (_runner, { output, line, has, hasNot = [] }) => {
    test("is found where it begins, with what explains it and nothing of the next", () => {
      const found = findFirstFailure(output);
      expect(found?.line).toBe(line);
      for (const text of has) expect(found?.text).toContain(text);
      for (const text of hasNot) expect(found?.text).not.toContain(text);
    });

    test("is found far from the end, in colours, and with carriage returns", () => {
      for (const said of [output + noise, colour(output), output.replaceAll("\n", "\r\n")]) {
        const found = findFirstFailure(said);
        expect(found?.line).toBe(line);
        for (const text of has) expect(found?.text).toContain(text);
        expect(found?.text).not.toContain("\u001b");
      }
    });
  },
);

test.each([
  ["nothing", ""],
  ["nothing but blanks", " \n\t\n"],
  ["work that passes", "ok 1 - adds\nnot ok 2 - later # TODO not yet\n# pass 1\n1..2\n"],
  ["talk", "3 files were written\nAll is well, without any error at all\n"],
])("%s has no failure", (_what, output) => {
  expect(findFirstFailure(output)).toBeNull();
});

test("a test that failed counts before the errors that others print, and make's own word comes last", () => {
  const logs = "Error: expected by a test\n    at x\n\nsrc/a.ts(1,1): error TS2322: no.\n";
  expect(findFirstFailure(`${logs}not ok 1 - adds\n`)?.text).toBe("not ok 1 - adds");
  expect(findFirstFailure(`make: *** [all] Error 1\n${logs}`)?.text).toStartWith("src/a.ts(1,1)");
});

test("long lines and long failures are cut", () => {
  const found = findFirstFailure(`not ok 1 - ${"x".repeat(5000)}\n${"  detail\n".repeat(500)}`);
  expect(found?.text.length).toBeLessThan(2100);
  expect(found?.text.split("\n").length).toBeLessThanOrEqual(21);
  expect(found?.text).toEndWith("[...]");
});

describe("output that means harm", () => {
  const size = 40_000;
  const pieces = [
    "not ok ",
    "\u001b[",
    "\u001b[0;0;",
    "\u001b]8;;",
    "_",
    "___ a ",
    "=".repeat(9),
    "E  ",
    "<testcase ",
    "<failure",
    "<testcase><failure ",
    '<testcase name="',
    "ErrorError",
    "a.b.$Exception",
    "1:1: error",
    "a:1:",
    "---- a stdout ---",
    "thread ''",
    "● ",
    "FAIL ",
    "✖ ",
    "Traceback (most recent call last):",
    "x (",
    "\r",
    "\n",
    "\n\n",
    " \n",
  ];
  const limitMs = 500;
  const took = (text: string) => {
    const began = performance.now();
    findFirstFailure(text);
    return performance.now() - began;
  };

  test.each(pieces.map((piece) => [JSON.stringify(piece), piece] as const))(
    "of %s alone is read at once",
    (_, piece) => {
      for (const more of ["", "\n", " ", "!"])
        expect(took(`${piece}${more}`.repeat(Math.ceil(size / (piece.length + more.length))))).toBeLessThan(
          limitMs,
        );
    },
  );

  test("of any mixture is read at once, and what comes back is bounded", () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(some, (chosen) => {
        const unit = chosen.join("");
        const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
        expect(took(text)).toBeLessThan(limitMs);
        const found = findFirstFailure(text);
        if (!found) return;
        expect(found.text.length).toBeLessThan(2100);
        expect(found.line).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  test("ten times as long takes about ten times as long, and not a hundred", () => {
    const text = pieces.join("").repeat(40);
    took(text); // the first is slower than any other
    const [one, ten] = [took(text), took(text.repeat(10))];
    expect(ten).toBeLessThan(Math.max(one, 5) * 40);
  });
});
