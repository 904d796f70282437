// Runs thousands of simulated worlds with random crashes. test/simulation checks nine promises of the hall in
// each.
import { controls } from "../test/simulation/controls.ts";
import { describeFailure } from "../test/simulation/report.ts";
import { runSeed } from "../test/simulation/run-seed.ts";
import type { Wiring } from "../test/simulation/wiring.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "simulation",
  what: "Simulated worlds lose power, processes, disk and time; the nine promises must hold after every step.",
  size: 10_000,
  run,
};

async function run(order: HuntOrder): Promise<void> {
  const began = performance.now();
  const { broken, steps } = await runWorlds(order);
  const seconds = (performance.now() - began) / 1000;
  const { size, say } = order;
  say({
    name: "broken promises",
    value: broken,
    unit: "seeds",
    target: "0",
    ok: broken === 0,
    detail: { size },
  });
  say({ name: "steps", value: Math.round(steps / size), unit: "steps/seed", target: null, ok: null });
  say({
    name: "time",
    value: Math.round((seconds / size) * 1000),
    unit: "s/1000 seeds",
    target: null,
    ok: null,
  });
  if (size >= 100) await runControls(order);
}

async function runWorlds({ seed: first, size }: HuntOrder): Promise<{ broken: number; steps: number }> {
  let broken = 0;
  let steps = 0;
  for (let seed = first; seed < first + size; seed += 1) {
    const report = await runSeed({ seed });
    steps += report.steps;
    if (!report.violation) continue;
    broken += 1;
    process.stderr.write(`${describeFailure(report)}\n\n`);
  }
  return { broken, steps };
}

/** Removes one guard at a time and counts the seeds until one fails, which must be soon. */
async function runControls({ seed, say }: HuntOrder): Promise<void> {
  for (const { without, wiring } of controls) {
    const value = await seedsUntilNoticed(wiring, seed);
    say({
      name: `noticed without ${without}`,
      value,
      unit: "seeds",
      target: "<= 200",
      ok: value <= 200,
      control: true,
    });
  }
}

async function seedsUntilNoticed(wiring: Wiring, first: number): Promise<number> {
  for (let count = 1; count <= 200; count += 1) {
    const { violation } = await runSeed({ seed: first + count - 1, wiring });
    if (violation) return count;
  }
  return Number.MAX_SAFE_INTEGER;
}
