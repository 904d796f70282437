// The worktree of a commission, made and set up before its session begins, and found as it was by one that goes on.
import type { SessionEnd } from "../../contract/commission/facts.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import { stopwatch } from "../../host/clock.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { broughtAlong } from "./brought-along.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import type { PlaceOrder } from "./command-place.ts";
import type { Bench } from "../bench/bench.ts";
import { runSetUp } from "./set-up.ts";

/** null: all is there, or nothing was asked for; else why no session can begin. */
export async function prepareTree(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder,
): Promise<SessionEnd | null> {
  const { tree } = bench.commission.record;
  if (tree === null) return null;
  await bench.aside(() => makeTree(deps, bench, tree));
  if (deps.stopping.aborted) return { how: "stopped" };
  await carryWork(deps, bench, tree);
  if (deps.stopping.aborted) return { how: "stopped" };
  // A set-up needs the whole project: where only `.lore/` is there it is run before the checks.
  if (tree.checkout === "sparse" || isSetUp(bench)) return null;
  return await runSetUp(deps, bench, { ...order, tree });
}

/** Work that failed together with the integration branch goes on from there. On record once it is done. */
async function carryWork(deps: CarryOutDeps, bench: Bench, tree: TreePlan): Promise<void> {
  const { carried } = bench.known();
  if (carried === null || carried.isDone) return;
  await bench.aside(() => deps.trees.carry({ id: bench.id, tree, carry: carried, signal: deps.stopping }));
  await bench.record({ type: "tree.carried", onto: carried.onto });
}

async function makeTree(deps: CarryOutDeps, bench: Bench, tree: TreePlan): Promise<void> {
  const elapsedMs = stopwatch(deps.clock);
  const along = broughtAlong(deps, tree);
  const { notes } = await deps.trees.make({ id: bench.id, tree, ...along, signal: deps.stopping });
  notes.forEach((note) => deps.print(note));
  await bench.record({ type: "tree.made", ms: Math.round(elapsedMs()) });
}

/** Once per commission, whatever the settings say by now. */
function isSetUp({ commission }: Bench): boolean {
  const { setup, sessionId } = commission.record;
  return sessionId !== null || (setup !== null && hasPassed(setup));
}
