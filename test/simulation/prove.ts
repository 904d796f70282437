// What a simulated workbench does after its session, as workbench/prove.ts and land.ts do it: holds the work fast and runs
// its checks on it, alone and together with the integration branch. Whether a check passes depends on the tree alone.
import type { CheckedTree } from "../../src/contract/commission/proof-facts.ts";
import type { SessionEnd } from "../../src/contract/course/session-end.ts";
import { hasPassed } from "../../src/rules/checks/has-passed.ts";
import { landingOf } from "../../src/rules/checks/landing.ts";
import { checksOn, finishedTree, isFinished } from "../../src/rules/checks/proof.ts";
import type { Bench } from "../../src/workbench/bench/bench.ts";
import { sleep } from "../../src/host/clock.ts";
import { checkRan } from "../harness/ledger/checked.ts";
import { addSnapshot, getCommit } from "../fakes/repository.ts";
import { type FakeTreesDeps, findCandidate, takeSnapshot } from "../fakes/trees.ts";
import type { Desk } from "./worker.ts";

/** Four trees of ten fail. */
export function failsOn(tree: string): boolean {
  return Number.parseInt(tree.slice(0, 6), 16) % 10 < 4;
}

export async function prove(
  desk: Desk,
  bench: Bench,
  { end, trees }: { end: SessionEnd; trees: FakeTreesDeps },
): Promise<SessionEnd> {
  const { world, process } = desk;
  const { tree, checks } = bench.known();
  if ((tree === null && checks.length === 0) || !isFinished(bench.known(), end)) return end;
  if (process.stopping.signal.aborted) return { how: "stopped" };
  const snapshot = tree === null ? null : await takeSnapshot(trees, bench.id);
  const known = world.known.get(bench.id);
  if (known) known.proved = null; // from here on it is not known, until all of it was acknowledged
  const changed = tree === null || snapshot !== baseOf(trees, tree.base);
  await bench.record({ type: "work.finished", end, snapshot, changed });
  const fails = snapshot === null ? world.random.chance(0.4) : failsOn(snapshot);
  const stopped = await runAll(desk, bench, { checks: checksOn({ changed }, checks), fails });
  if (stopped) return stopped;
  if (known) known.proved = bench.known().proof?.runs.every(hasPassed) ?? true;
  return end;
}

/** A further bench, without a session. */
export async function land(desk: Desk, bench: Bench, trees: FakeTreesDeps): Promise<SessionEnd> {
  const { tree, proof, checks } = bench.known();
  const work = finishedTree(proof);
  if (tree === null || work === null) throw new Error("There is nothing to land.");
  const found = await findCandidate(trees, { tree, work });
  const merged = found.kind === "ready" ? found.tree : null;
  await bench.record({ type: "merge.tried", expected: found.expected, tree: merged });
  if (merged === null) return { how: "checked" };
  const stopped = await runAll(desk, bench, { checks, fails: failsOn(merged), on: "merge" });
  if (stopped) return stopped;
  // Nobody else brings anything that fails.
  if (landingOf(bench.known()) === "failed") await runAll(desk, bench, { checks, fails: false, on: "tip" });
  return { how: "checked" };
}

function baseOf({ repository }: FakeTreesDeps, base: string): string {
  return addSnapshot(repository, getCommit(repository, base).files);
}

interface Runs {
  checks: ReturnType<Bench["known"]>["checks"];
  fails: boolean;
  on?: CheckedTree;
}

async function runAll(
  { world, process, clock }: Desk,
  bench: Bench,
  { checks, fails, on }: Runs,
): Promise<SessionEnd | null> {
  const { signal } = process.stopping;
  for (const check of checks) {
    await sleep(clock, world.random.next() * 500, signal);
    if (signal.aborted) return { how: "stopped" };
    await bench.record({ ...checkRan(check, fails ? 1 : 0), ...(on && { on }) });
  }
  return null;
}
