// What a simulated workbench does after its session, as workbench/prove.ts does it: holds the work fast, and runs its
// checks on it.
import type { SessionEnd } from "../../src/contract/facts.ts";
import { hasPassed } from "../../src/rules/has-passed.ts";
import { isFinished } from "../../src/rules/proof.ts";
import type { Bench } from "../../src/bench/bench.ts";
import { sleep } from "../../src/host/clock.ts";
import { checkRan } from "../harness/checked.ts";
import { type FakeTreesDeps, takeSnapshot } from "../fakes/trees.ts";
import type { Desk } from "./worker.ts";

export async function prove(
  { world, process, clock }: Desk,
  bench: Bench,
  { end, trees }: { end: SessionEnd; trees: FakeTreesDeps },
): Promise<SessionEnd> {
  const { tree, checks } = bench.known();
  if ((tree === null && checks.length === 0) || !isFinished(bench.known(), end)) return end;
  const { signal } = process.stopping;
  if (signal.aborted) return { how: "stopped" };
  const snapshot = tree === null ? null : await takeSnapshot(trees, bench.id);
  const known = world.known.get(bench.id);
  if (known) known.proved = null; // from here on it is not known, until all of it was acknowledged
  await bench.record({ type: "work.finished", end, snapshot });
  const fails = world.random.chance(0.4);
  for (const check of checks) {
    await sleep(clock, world.random.next() * 500, signal);
    if (signal.aborted) return { how: "stopped" };
    await bench.record(checkRan(check, fails ? 1 : 0));
  }
  if (known) known.proved = bench.known().proof?.runs.every(hasPassed) ?? true;
  return end;
}
