// Computes how much of src/ and guild-members/ a test run covered, from the lcov file that it wrote. A file
// that no test has loaded counts with all its lines as missed.
import { Glob } from "bun";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The least share of covered lines, in percent. */
export const floor = 90;

/**
 * The test directories to run. The others start whole halls, browsers and guides, whose processes report no
 * coverage: they would double the time and add next to nothing.
 */
export const measured = [
  "base",
  "cli",
  "client",
  "contracts",
  "git",
  "guild",
  "hall",
  "host",
  "model",
  "researcher",
  "rules",
]
  .concat("scripts", "simulation", "store", "web", "wiring", "workbench")
  .map((directory) => `./test/${directory}`);

const directories = ["src", "guild-members"];

export interface FileCoverage {
  file: string;
  hit: number;
  found: number;
  /** Whether a test has loaded the file. */
  isLoaded: boolean;
}

export interface Coverage {
  files: readonly FileCoverage[];
  found: number;
  percent: number;
}

export function coverageOf(lcov: string, root = "."): Coverage {
  const loaded = parseLcov(lcov);
  const files = directories
    .flatMap((directory) => sourcesIn(root, directory))
    .map((file) => loaded.get(file) ?? notLoaded(root, file));
  const found = sum(files.map((file) => file.found));
  const hit = sum(files.map((file) => file.hit));
  return { files, found, percent: found === 0 ? 0 : (100 * hit) / found };
}

export function formatCoverage({ files, found, percent }: Coverage): string {
  const low = files
    .filter((file) => file.hit * 100 < file.found * floor)
    .map(({ file, hit, found: lines, isLoaded }) => {
      const share = ((100 * hit) / lines).toFixed(0).padStart(4);
      return `${share} %  ${file}${isLoaded ? "" : " (never loaded by a test)"}`;
    });
  const all = `${percent.toFixed(1)} % of ${found} lines of ${directories.join("/ and ")}/ are covered`;
  return [...low, `${all} (floor ${floor} %)`].join("\n");
}

function parseLcov(lcov: string): Map<string, FileCoverage> {
  const records = lcov.split("end_of_record").flatMap((record) => {
    const file = /^SF:(.*)$/m.exec(record)?.[1];
    const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)$`, "m").exec(record)?.[1] ?? 0);
    return file === undefined ? [] : [{ file, hit: number("LH"), found: number("LF"), isLoaded: true }];
  });
  return new Map(records.map((record) => [record.file, record]));
}

function sourcesIn(root: string, directory: string): string[] {
  const cwd = join(root, directory);
  if (!existsSync(cwd)) return [];
  return [...new Glob("**/*.ts").scanSync(cwd)].sort().map((path) => `${directory}/${path}`);
}

/** Counts all lines of a file as missed. A file that contains only types has no lines to cover. */
function notLoaded(root: string, file: string): FileCoverage {
  const text = readFileSync(join(root, file), "utf8");
  const hasCode = new Bun.Transpiler({ loader: "ts" }).transformSync(text).trim() !== "";
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"));
  return { file, hit: 0, found: hasCode ? lines.length : 0, isLoaded: false };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
