// Measures the time from a workbench's first read of a package.json to its call of the Agent SDK, which
// starts `claude`.
import { cpSync } from "node:fs";
import { packageName } from "../src/contract/home/ids.ts";
import { installed } from "../src/host/program.ts";
import type { Enclosure } from "../src/workbench/sandbox/enclose.ts";
import { runWorkbench } from "../src/workbench/work/run.ts";
import { layNamed } from "../test/harness/packages/packages.ts";
import { quick } from "../test/harness/rehearsals.ts";
import { setUpBench } from "../test/harness/some-bench.ts";
import { newRequest } from "../test/harness/ledger/some-ledger.ts";
import { removeTempDirs, tempDir } from "../test/harness/temp.ts";
import type { Benchmark } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

const targetMs = 100;

export const benchmark: Benchmark = {
  name: "activation",
  what: "from the metadata of a worker with two toolbox packages to the first call of the SDK",
  run: async (say, size) => {
    const rounds = size(9, 1);
    const times: number[] = [];
    try {
      for (let round = 0; round <= rounds; round += 1) times.push(await activateOnce());
    } finally {
      removeTempDirs();
    }
    const { p50, ...rest } = spreadOf(times.slice(1));
    say({
      name: "metadata to the first SDK call, p50",
      value: p50,
      unit: "ms",
      target: `<= ${targetMs}`,
      ok: p50 <= targetMs,
      detail: rest,
    });
  },
};

/** Uses fresh packages each time, so that no module is cached. */
async function activateOnce(): Promise<number> {
  const parent = tempDir();
  layNamed(parent, { name: "scribe", more: { toolboxes: ["verify", "webhook"] } });
  for (const name of ["verify", "webhook"])
    cpSync(installed(`toolboxes/${name}`), `${parent}/${name}`, { recursive: true });
  const request = newRequest({ worker: packageName.parse("scribe"), rehearsal: quick });
  const { deps, ref } = await setUpBench(request);
  await deps.probeSandbox(); // a real workbench probes while its own program loads
  let calledAt = 0;
  const enclose = (): Enclosure => ({
    spawn: () => {
      calledAt = performance.now();
      throw new Error("measured");
    },
    spawnBeside: () => {
      throw new Error("not measured");
    },
    pids: () => [],
    memory: () => null,
    still: (task) => task(),
    countsProcesses: true,
    close: async () => undefined,
  });
  const begun = performance.now();
  await runWorkbench({ ...deps, packagePlaces: [{ directory: parent, source: "linked" }], enclose }, ref);
  if (calledAt === 0) throw new Error("claude was not to be started");
  return calledAt - begun;
}
