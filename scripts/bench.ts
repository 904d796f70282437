// `npm run bench [-- BENCHMARK...] [-- --smallest]`: runs the benchmarks one after another. Prints one JSON
// line per figure, saves them in bench/results/, rewrites the tables of the documents, and fails if a figure
// misses its target. With --smallest each benchmark takes only a few steps and saves nothing, which shows
// whether it works.
import { Glob } from "bun";
import { writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { openFigures, printFigures } from "../bench/figure.ts";
import { type Benchmark, fullSize, smallestSize } from "../bench/benchmark.ts";
import { writeTables } from "./bench-table.ts";

const names = [...new Glob("*.bench.ts").scanSync("bench")]
  .map((file) => file.replace(".bench.ts", ""))
  .sort();
const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { smallest: { type: "boolean", default: false } },
});
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  process.exit(2);
}

const machine = {
  at: new Date().toISOString(),
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  kernel: release().split(".").slice(0, 2).join("."),
};
let short = 0;
for (const name of chosen.length > 0 ? chosen : names) {
  const { benchmark } = (await import(`../bench/${name}.bench.ts`)) as { benchmark: Benchmark };
  console.error(`${name}: ${benchmark.what}`);
  const { say, figures } = values.smallest ? printFigures(name) : openFigures(name);
  await benchmark.run(say, values.smallest ? smallestSize : fullSize);
  if (values.smallest) continue;
  short += figures.filter((figure) => figure.ok === false).length;
}
if (values.smallest) process.exit(0);
writeFileSync("bench/results/machine.json", `${JSON.stringify(machine, null, 2)}\n`);
writeTables();
process.exit(short > 0 ? 1 : 0);
