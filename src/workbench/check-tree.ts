// Runs acceptance checks on a tree of the commission's project, and records each run.
import type { Bench } from "../bench/bench.ts";
import { proveTree, type Proved } from "../checks/prove-tree.ts";
import { findProject } from "../contract/config.ts";
import type { CheckedTree, SessionEnd } from "../contract/facts.ts";
import type { AcceptanceCheck, TreePlan } from "../contract/tree.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import type { PlaceOrder } from "./command-place.ts";
import { broughtAlong } from "./prepare-tree.ts";

export interface CheckTreeOrder extends PlaceOrder {
  tree: TreePlan;
  /** The tree that the checks are run on. */
  checked: string;
  /** The commit that git calls HEAD there. */
  head: string;
  checks: readonly AcceptanceCheck[];
  /** Absent: the finished work alone. */
  on?: CheckedTree;
}

/** null if all of them were run, however they came out. */
export async function checkTree(
  deps: CarryOutDeps,
  bench: Bench,
  order: CheckTreeOrder,
): Promise<SessionEnd | null> {
  const proved = await bench.aside(() => proveRecording(deps, bench, order));
  switch (proved.how) {
    case "proved":
      return null;
    case "stopped":
      return { how: "stopped" };
    case "setup":
      return setUpFailed(bench, order, proved);
  }
}

function proveRecording(deps: CarryOutDeps, bench: Bench, order: CheckTreeOrder): Promise<Proved> {
  const { tree, checked, on } = order;
  const { project, repository } = tree;
  return proveTree(
    { ...deps, layOut: deps.trees.layOut },
    {
      ...order,
      project,
      repository,
      tree: checked,
      ...broughtAlong(deps, tree),
      setup: findProject(deps.config.projects, project)?.setup ?? null,
      area: `${bench.layout.session}/proof`,
      signal: deps.stopping,
      note: deps.print,
      ran: (check, run, { round, isKept }) =>
        bench.record({
          type: "check.ran",
          from: check.from,
          run,
          tree: checked,
          ...(on && { on }),
          ...(round === 2 && { round }),
          ...(isKept && { kept: true }),
        }),
      setUp: async (run) => {
        if (on === undefined) await bench.record({ type: "setup.ran", run });
      },
    },
  );
}

/** Beside the work itself, a set-up that fails speaks like a check that fails: the tree cannot be used. */
async function setUpFailed(
  bench: Bench,
  { on, checked }: CheckTreeOrder,
  { message, run }: Extract<Proved, { how: "setup" }>,
): Promise<SessionEnd | null> {
  if (on === undefined) return { how: "setup", message };
  if (run === null) return { how: "died", message };
  await bench.record({ type: "check.ran", from: "project", run, tree: checked, on });
  return null;
}
