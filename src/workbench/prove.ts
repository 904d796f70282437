// After the session: what is there is held fast, and the acceptance checks are run on it, each to its end. What they came
// to is for the hall to judge.
import type { SessionEnd } from "../contract/facts.ts";
import { storageCodeOf } from "../contract/storage-fault.ts";
import type { TreePlan } from "../contract/tree.ts";
import { isFinished, mayGoBack, proofOf } from "../rules/proof.ts";
import type { Dossier } from "../rules/state.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import { inCommandPlace, type PlaceOrder } from "./command-place.ts";
import { broughtAlong } from "./prepare-tree.ts";
import { runCheck } from "./run-check.ts";
import type { Bench } from "../bench/bench.ts";
import { runSetUp } from "./set-up.ts";

export interface Played {
  end: SessionEnd;
  /** What a session that ended normally did not play of its rehearsal; null: nothing, or there is none. */
  unplayed: string | null;
}

export interface ProveOrder extends PlaceOrder {
  played: Played;
}

/** How it ended after all: as its session did, unless something came between. */
export async function prove(deps: CarryOutDeps, bench: Bench, order: ProveOrder): Promise<SessionEnd> {
  const { end, unplayed } = order.played;
  const known = bench.known();
  const mismatch: SessionEnd | null = unplayed === null ? null : { how: "rehearsal", message: unplayed };
  // Work that goes back to its worker has turns before it.
  if (mismatch !== null && !mayGoBack(known)) return mismatch;
  if (!owesProof(known) || !isFinished(known, end)) return mismatch ?? end;
  if (deps.stopping.aborted) return { how: "stopped" };
  const failed = await orDied(deps, () => holdAndCheck(deps, bench, order));
  if (failed !== null) return failed;
  return mismatch !== null && proofOf(bench.known()) !== "failed" ? mismatch : end;
}

function owesProof({ tree, checks }: Dossier): boolean {
  return tree !== null || checks.length > 0;
}

/** It had a session, so this is no failure to begin: another workbench may do better. */
async function orDied(
  { stopping }: Pick<CarryOutDeps, "stopping">,
  task: () => Promise<SessionEnd | null>,
): Promise<SessionEnd | null> {
  try {
    return await task();
  } catch (error) {
    if (stopping.aborted || storageCodeOf(error) !== null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { how: "died", message: `The finished work could not be checked: ${reason}` };
  }
}

/** null: all of it was done. */
async function holdAndCheck(
  deps: CarryOutDeps,
  bench: Bench,
  { played, ...order }: ProveOrder,
): Promise<SessionEnd | null> {
  const { tree, checks } = bench.known();
  const snapshot = tree === null ? null : await bench.aside(() => holdFast(deps, bench, tree));
  await bench.record({ type: "work.finished", end: played.end, snapshot });
  const laid = await layWhole(deps, bench, { ...order, snapshot });
  if (laid.failed) return laid.failed;
  for (const check of checks) {
    const run = await inCommandPlace(deps, { ...order, bench, whole: laid.whole }, (place) =>
      runCheck(deps, { check, place, signal: deps.stopping }),
    );
    // One that was ended from outside says nothing about the work.
    if (deps.stopping.aborted) return { how: "stopped" };
    await bench.record({ type: "check.ran", from: check.from, run: { command: check.command, ...run } });
  }
  return null;
}

interface Laid {
  whole: string | null;
  /** Why nothing can be checked there. */
  failed: SessionEnd | null;
}

/** Checks are for the whole project: where the worker had only a part of it, they get all of it, set up, beside. */
async function layWhole(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder & { snapshot: string | null },
): Promise<Laid> {
  const { tree, checks } = bench.known();
  const { snapshot } = order;
  if (tree?.checkout !== "sparse" || snapshot === null || checks.length === 0)
    return { whole: null, failed: null };
  const whole = `${bench.layout.session}/whole`;
  const laying = { project: tree.project, snapshot, into: whole, ...broughtAlong(deps, tree) };
  const { notes } = await bench.aside(() => deps.trees.layOut({ ...laying, signal: deps.stopping }));
  notes.forEach((note) => deps.print(note));
  const failed = deps.stopping.aborted
    ? ({ how: "stopped" } as const)
    : await runSetUp(deps, bench, { ...order, tree, whole });
  return { whole, failed };
}

async function holdFast(deps: CarryOutDeps, { id }: Bench, tree: TreePlan): Promise<string> {
  const held = await deps.trees.snapshot({ id, tree, signal: deps.stopping });
  held.notes.forEach((note) => deps.print(note));
  return held.tree;
}
