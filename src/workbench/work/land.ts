// Tries to merge ("land") finished work in a workbench without a session. It merges the work with the
// integration branch in a git tree, moves no branch, and runs the checks on that tree. The hall decides what
// follows.
import type { Bench } from "../bench/bench.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { landingOf } from "../../rules/checks/landing.ts";
import { finishedTree } from "../../rules/checks/proof.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import { checkTree } from "./check-tree.ts";
import type { PlaceOrder } from "./command-place.ts";
import { orDied } from "./acceptance-checks.ts";

const checked: SessionEnd = { how: "checked" };

export async function land(deps: CarryOutDeps, bench: Bench, order: PlaceOrder): Promise<SessionEnd> {
  return (await orDied(deps, () => mergeAndCheck(deps, bench, order))) ?? checked;
}

/**
 * Returns `null` if the results are recorded, whatever they are; otherwise, why the commission cannot
 * continue.
 */
async function mergeAndCheck(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder,
): Promise<SessionEnd | null> {
  const { tree, proof, checks } = bench.known();
  const work = finishedTree(proof);
  if (tree === null || work === null) throw new Error("There is no finished work to be merged.");
  const { stopping: signal } = deps;
  const found = await bench.aside(() => deps.trees.candidate({ tree, work, signal }));
  const { expected } = found;
  const merged = found.kind === "ready" ? found.tree : null;
  await bench.record({ type: "merge.tried", expected, tree: merged });
  if (merged === null) return null;
  const asked = { ...order, tree, head: expected, checks };
  const failed = await checkTree(deps, bench, { ...asked, checked: merged, on: "merge" });
  if (failed !== null || landingOf(bench.known()) !== "failed") return failed;
  // Checks the integration branch alone too, because it may fail without the work.
  const alone = await deps.trees.treeOf({ project: tree.project, commit: expected, signal });
  return checkTree(deps, bench, { ...asked, checked: alone, on: "tip" });
}
