// The changed files that a failing check names, in the words of real runners, and what is named by chance.
import { expect, test } from "bun:test";
import { findFailingFiles } from "../../../src/rules/checks/failing-files.ts";

const run = (output: string, exitCode = 1) => ({ output, exitCode, timedOut: false });
const failing = (output: string, paths: readonly string[]) => [...findFailingFiles([run(output)], paths)];
const changed = [
  "src/a.ts",
  "src/deep/a.ts",
  "packages/api/src/b.ts",
  "test_c.py",
  "lib/c.go",
  "app/[id]/(shop)/my page.tsx",
];

test.each([
  ["a compiler, with line and column", "src/a.ts(1,7): error TS2322: no.\n", ["src/a.ts"]],
  [
    "a runner, with the path from the machine's root",
    "not ok 1 - adds\n  ---\n  location: '/gh/tree/src/deep/a.ts:3:1'\n  ...\n",
    ["src/deep/a.ts"],
  ],
  ["a runner of one package", "src/b.ts:9:1: error: expected ';'\n", ["packages/api/src/b.ts"]],
  ["a file at the root", "FAILED test_c.py::test_adds - assert 1 == 2\n", ["test_c.py"]],
  ["two files", "./src/a.ts:4:2: error: it differs from lib/c.go\n", ["src/a.ts", "lib/c.go"]],
  ["names with brackets", "app/[id]/(shop)/my page.tsx:3:1: error: no\n", ["app/[id]/(shop)/my page.tsx"]],
])("are found in the words of %s", (_who, output, found) => {
  expect(failing(output, changed)).toEqual(found);
});

test.each([
  ["a name that only ends alike", "other-src/a.ts:1:1: error: no\n"],
  ["a bare name that some folder has", "b.ts:1:1: error: no\n"],
  ["a name in a folder, for the file without one", "other/test_c.py:1:1: error: no\n"],
  ["a longer name", "src/a.ts.snap:1:1: error: no\n"],
  ["a file that passed before the failure", "ok 1 - src/a.ts\nnot ok 2 - adds\n"],
  ["output without any failure", "src/a.ts was read\n"],
])("are not taken from %s", (_what, output) => {
  expect(failing(output, changed)).toEqual([]);
});

test("are told from others whose path ends alike", () => {
  const alike = ["index.ts", "src/index.ts", "one/src/index.ts", "two/src/index.ts"];
  expect(failing("one/src/index.ts:1:1: error: no\n", alike)).toEqual(["one/src/index.ts"]);
  expect(failing("/gh/work/src/index.ts:1:1: error: no\n", alike)).toEqual(["src/index.ts"]);
  // A runner of one package, of which nothing tells which.
  expect(failing("src/index.ts:1:1: error: no\n", alike.slice(2))).toEqual([]);
});

test("are not taken from a check that passed, at once or when it was run again", () => {
  const said = "src/a.ts:1:1: error: no\n";
  expect([...findFailingFiles([run(said, 0)], changed)]).toEqual([]);
  expect([...findFailingFiles([{ ...run(said), again: run(said, 0) }], changed)]).toEqual([]);
});
