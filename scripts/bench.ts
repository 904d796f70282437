// `npm run bench [-- BENCHMARK...]`: measures the hall, one benchmark after another. Prints one JSON line per figure,
// keeps them in bench/results/, writes the tables of the documents anew, and fails when a figure falls short.
import { Glob } from "bun";
import { writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { openFigures } from "../bench/figure.ts";
import type { Benchmark } from "../bench/benchmark.ts";
import { writeTables } from "./bench-table.ts";

const names = [...new Glob("*.bench.ts").scanSync("bench")]
  .map((file) => file.replace(".bench.ts", ""))
  .sort();
const chosen = process.argv.slice(2);
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
  const { say, figures } = openFigures(name);
  await benchmark.run(say);
  short += figures.filter((figure) => figure.ok === false).length;
}
writeFileSync("bench/results/machine.json", `${JSON.stringify(machine, null, 2)}\n`);
writeTables();
process.exit(short > 0 ? 1 : 0);
