// The coverage of a run whose files are spread over several processes: what each of them reached counts once, together.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageOf, formatCoverage } from "../../scripts/coverage.ts";
import { writeFiles } from "../harness/git/repositories.ts";
import { tempDir } from "../harness/temp.ts";

const source = `export function choose(left: boolean): string {
  if (left) {
    return "left";
  }
  return "right";
}
`;
/** Waits for the test of the other file, so that two processes have to be at work at once. */
const testOf = (
  own: string,
  other: string,
  choice: boolean,
) => `import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "bun:test";
import { choose } from "../src/choose.ts";
test("chooses ${own}", async () => {
  writeFileSync("${own}.begun", "");
  while (!existsSync("${other}.begun")) await Bun.sleep(5);
  expect(choose(${choice})).toBe("${choice ? "left" : "right"}");
});
`;
const files = {
  "src/choose.ts": source,
  "src/unseen.ts": "export const unseen = 1;\n\n// Why.\nexport const never = 2;\n",
  "src/shape.ts": "export interface Shape {\n  width: number;\n}\n",
  "test/a.test.ts": testOf("a", "b", true),
  "test/b.test.ts": testOf("b", "a", false),
};

function runIn(directory: string): string {
  const coverage = ["--coverage", "--coverage-reporter=lcov", "--coverage-dir=coverage"];
  const args = ["test", "--timeout", "30000", "--parallel=2", "--no-isolate", ...coverage, "./test"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return readFileSync(join(directory, "coverage/lcov.info"), "utf8");
}

test("lines that different processes reached are added up, and what no test loaded counts as not reached", () => {
  const directory = tempDir();
  writeFiles(directory, files);
  const lcov = runIn(directory);
  const { files: found, percent } = coverageOf(lcov, directory);
  const [chosen, shape, unseen] = found;
  expect(chosen).toMatchObject({ file: "src/choose.ts", isLoaded: true });
  expect(chosen?.hit).toBe(chosen?.found ?? 0);
  expect(shape).toEqual({ file: "src/shape.ts", hit: 0, found: 0, isLoaded: false });
  expect(unseen).toEqual({ file: "src/unseen.ts", hit: 0, found: 2, isLoaded: false });
  expect(percent).toBeLessThan(90);
  const told = formatCoverage(coverageOf(lcov, directory));
  expect(told).toContain("   0 %  src/unseen.ts (never loaded by a test)");
  expect(told).not.toContain("choose.ts");
});

test("the control: of one of the two alone, a line is not reached", () => {
  const directory = tempDir();
  writeFiles(directory, {
    ...files,
    "b.begun": "",
    "test/b.test.ts": 'import { test } from "bun:test";\ntest("rests", () => {});\n',
  });
  const [chosen] = coverageOf(runIn(directory), directory).files;
  expect(chosen?.hit).toBeLessThan(chosen?.found ?? 0);
});

test("a run that left no report has covered nothing", () => {
  expect(coverageOf("").percent).toBe(0);
});
