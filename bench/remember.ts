// Gathers a worker's memory 20 times in a fresh process and prints how long each took: `remember.ts HOME`.
import { defaultConfig } from "../src/contract/home/config.ts";
import { homeLayout } from "../src/contract/home/home-layout.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { systemLocks } from "../src/host/processes/locks.ts";
import { gatherMemory } from "../src/workbench/work/memory.ts";
import { newRequest } from "../test/harness/ledger/some-ledger.ts";
import { memoryOwner } from "./stored-memory.ts";

const home = homeLayout(process.argv[2] ?? "");
const deps = {
  home,
  disk: systemDisk,
  locks: systemLocks,
  clock: systemClock,
  config: defaultConfig,
  print: (line: string) => void process.stderr.write(`${line}\n`),
};
const request = newRequest(memoryOwner);
const times: number[] = [];
let given = 0;
for (let round = 0; round < 20; round += 1) {
  const begun = performance.now();
  const { text, fact } = await gatherMemory(deps, { request });
  times.push(performance.now() - begun);
  given = fact?.entries.length ?? 0;
  if (text.length === 0) throw new Error("nothing was given");
}
process.stdout.write(`${JSON.stringify({ times, given })}\n`);
