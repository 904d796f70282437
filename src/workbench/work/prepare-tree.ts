// Makes and sets up the worktree of a commission before its session begins. A resumed commission finds its worktree as
// it was.
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { MakeOrder } from "../../git/worktree/make-worktree.ts";
import { stopwatch } from "../../host/clock.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { broughtAlong } from "./brought-along.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import type { PlaceOrder } from "./command-place.ts";
import type { Bench } from "../bench/bench.ts";
import { runSetUp } from "./set-up.ts";

export interface TreeOrder extends PlaceOrder, Pick<MakeOrder, "placed"> {}

/** Returns why no session can begin. `null` if the worktree is ready, or if there is none. */
export async function prepareTree(
  deps: CarryOutDeps,
  bench: Bench,
  order: TreeOrder,
): Promise<SessionEnd | null> {
  const { tree } = bench.commission.record;
  if (tree === null) return null;
  await bench.aside(() => makeTree(deps, bench, { tree, placed: order.placed }));
  if (deps.stopping.aborted) return { how: "stopped" };
  await carryWork(deps, bench, tree);
  if (deps.stopping.aborted) return { how: "stopped" };
  // A set-up needs the whole project. In a sparse checkout (only `.lore/`) it runs before the checks instead.
  if (tree.checkout === "sparse" || isSetUp(bench)) return null;
  return await runSetUp(deps, bench, { ...order, tree });
}

/**
 * Moves the work onto the integration branch, if it failed its checks once merged with that branch. Then
 * records the move.
 */
async function carryWork(deps: CarryOutDeps, bench: Bench, tree: TreePlan): Promise<void> {
  const { carried } = bench.known();
  if (carried === null || carried.isDone) return;
  await bench.aside(() => deps.trees.carry({ id: bench.id, tree, carry: carried, signal: deps.stopping }));
  await bench.record({ type: "tree.carried", onto: carried.onto });
}

async function makeTree(
  deps: CarryOutDeps,
  bench: Bench,
  order: Pick<MakeOrder, "tree" | "placed">,
): Promise<void> {
  const elapsedMs = stopwatch(deps.clock);
  const along = broughtAlong(deps, bench.commission.record);
  const { notes } = await deps.trees.make({ id: bench.id, ...order, ...along, signal: deps.stopping });
  notes.forEach((note) => deps.print(note));
  await bench.record({ type: "tree.made", ms: Math.round(elapsedMs()) });
}

/** Returns true if the set-up need not run: it runs once per commission, even if the settings have changed since. */
function isSetUp({ commission }: Bench): boolean {
  const { setup, sessionId } = commission.record;
  return sessionId !== null || (setup !== null && hasPassed(setup));
}
