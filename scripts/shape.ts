// Prints how long the files and functions are and fails if one exceeds its limit, so that no file grows until it does
// everything.
import { Glob } from "bun";
import { readFileSync } from "node:fs";

const ceilings = { file: 300, function: 60 };
const starts = [
  /^(\s*)(?:export )?(?:async )?function\*? (\w+)/,
  /^(\s*)(?:export )?const (\w+) = (?:async )?\(.*=> \{$/,
  /^(\s*)(\w+): (?:async )?\(.*=> \{$/,
];

interface Measured {
  name: string;
  lines: number;
}

const files: Measured[] = [];
const functions: Measured[] = [];

const roots = [
  "src",
  "web",
  "workers",
  "guild-members",
  "examples",
  "scripts",
  "bin",
  "test",
  "bench",
  "soak",
];
for (const root of roots) {
  for (const path of new Glob("**/*.{ts,tsx,js}").scanSync(root))
    if (!path.startsWith("dist/")) measure(`${root}/${path}`);
}

function measure(path: string): void {
  const lines = readFileSync(path, "utf8").split("\n");
  files.push({ name: path, lines: lines.filter((line) => line.trim() !== "").length });
  if (path.startsWith("test/")) return;
  for (const [index, line] of lines.entries()) {
    const start = starts.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    if (start)
      functions.push({
        name: `${path}:${index + 1} ${start[2]}`,
        lines: lengthOf(lines, index, start[1] ?? ""),
      });
  }
}

/**
 * Counts the lines up to the closing bracket: the first one at the function's own indentation, because the formatter
 * indents them alike.
 */
function lengthOf(lines: readonly string[], start: number, indent: string): number {
  const end = lines.findIndex(
    (line, index) =>
      index > start &&
      line.startsWith(`${indent}}`) &&
      !line.startsWith(`${indent}})`) &&
      !/^\s*\}[:,]? ?.*\{$/.test(line),
  );
  return (end === -1 ? lines.length : end) - start + 1;
}

function report(what: string, measured: Measured[], ceiling: number): Measured[] {
  const sorted = measured.map((m) => m.lines).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  console.log(
    `${what}: ${sorted.length}, median ${at(0.5)}, 90 % up to ${at(0.9)}, longest ${at(1)} (ceiling ${ceiling})`,
  );
  return measured.filter((m) => m.lines > ceiling);
}

const tooLong = [
  ...report("files, in lines that are not blank", files, ceilings.file),
  ...report("functions, in lines", functions, ceilings.function),
];
for (const { name, lines } of tooLong) console.error(`too long: ${name} (${lines} lines)`);
process.exit(tooLong.length > 0 ? 1 : 0);
