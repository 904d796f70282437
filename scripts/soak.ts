// `npm run soak [-- HUNT...] [-- --size N] [--seed N] [--list]`: runs the hunts, long tests that break the hall on
// purpose, one after another. Prints one JSON line per measured figure, saves the figures of a full-size run in
// bench/results/, and fails if a figure misses its target.
import { Glob } from "bun";
import { parseArgs } from "node:util";
import { openFigures, printFigures } from "../bench/figure.ts";
import type { Hunt } from "../soak/hunt.ts";
import { openScratch } from "../soak/scratch.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: "string" }, seed: { type: "string" }, list: { type: "boolean", default: false } },
});

const names = [...new Glob("*.hunt.ts").scanSync("soak")].map((file) => file.replace(".hunt.ts", "")).sort();
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no hunt ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  process.exit(2);
}

openScratch();
let short = 0;
for (const name of positionals.length > 0 ? positionals : names) {
  const { hunt } = (await import(`../soak/${name}.hunt.ts`)) as { hunt: Hunt };
  if (values.list) console.log(`${name}: ${hunt.what} (${hunt.size})`);
  else short += await runHunt(hunt);
}
process.exit(short > 0 ? 1 : 0);

/** Returns how many figures miss their target. A hunt that throws counts as one more, and the next hunt still runs. */
async function runHunt(hunt: Hunt): Promise<number> {
  console.error(`${hunt.name}: ${hunt.what}`);
  const size = values.size === undefined ? hunt.size : Number(values.size);
  const { say, figures } = size >= hunt.size ? openFigures(suiteOf(hunt)) : printFigures(suiteOf(hunt));
  const began = performance.now();
  const broken = await hunt.run({ size, seed: Number(values.seed ?? 1), say }).then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  );
  console.error(`${hunt.name}: ${Math.round((performance.now() - began) / 1000)} s`);
  return broken + figures.filter((figure) => figure.ok === false).length;
}

function suiteOf({ name }: Hunt): string {
  return `soak-${name}`;
}
