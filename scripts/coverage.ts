// Runs the tests with coverage and fails below the floor: lines of src/ and guild-members/, nothing left out.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";

const floor = 90;
const out = mkdtempSync(join(tmpdir(), "gh-"));
const child = Bun.spawn(
  [
    process.execPath,
    "test",
    "--timeout",
    "30000",
    "--coverage",
    "--coverage-reporter=lcov",
    `--coverage-dir=${out}`,
    "test",
  ],
  { stdio: ["ignore", "inherit", "inherit"] },
);
const code = await child.exited;
const covered = parse(readFileSync(join(out, "lcov.info"), "utf8"));
rmSync(out, { recursive: true, force: true });

const roots = ["src", "guild-members"];
const files = roots.flatMap((root) => [...new Glob(`${root}/**/*.ts`).scanSync(".")].sort());
const unseen = files.filter((file) => !covered.has(file));
const rows = [...covered]
  .filter(([file]) => roots.some((root) => file.startsWith(`${root}/`)))
  .map(([file, { hit, found }]) => ({ file, hit, found }));
for (const { file, hit, found } of rows.filter((row) => row.hit < row.found * 0.9))
  console.log(`${((100 * hit) / found).toFixed(0).padStart(4)} %  ${file}`);
for (const file of unseen.filter(hasCode)) console.log(`   0 %  ${file} (never loaded by a test)`);
const found = sum(rows.map((row) => row.found)) + sum(unseen.filter(hasCode).map(linesOf));
const percent = (100 * sum(rows.map((row) => row.hit))) / found;
console.log(
  `${percent.toFixed(1)} % of ${found} lines of src/ and guild-members/ are covered (floor ${floor} %)`,
);
process.exit(code !== 0 || percent < floor ? 1 : 0);

function parse(lcov: string): Map<string, { hit: number; found: number }> {
  const files = new Map<string, { hit: number; found: number }>();
  for (const record of lcov.split("end_of_record")) {
    const file = /^SF:(.*)$/m.exec(record)?.[1];
    if (file)
      files.set(file, {
        hit: Number(/^LH:(\d+)$/m.exec(record)?.[1] ?? 0),
        found: Number(/^LF:(\d+)$/m.exec(record)?.[1] ?? 0),
      });
  }
  return files;
}

/** A file of types alone has nothing to cover. */
function hasCode(file: string): boolean {
  return new Bun.Transpiler({ loader: "ts" }).transformSync(readFileSync(file, "utf8")).trim() !== "";
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
