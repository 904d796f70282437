// Runs acceptance checks on a tree of the commission's project, and records each run.
import type { Bench } from "../bench/bench.ts";
import { proveTree, type Proved } from "../checks/prove-tree.ts";
import { findProject } from "../../contract/home/config.ts";
import type { CheckedTree } from "../../contract/commission/proof-facts.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { AcceptanceCheck, TreePlan } from "../../contract/project/tree.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import type { PlaceOrder } from "./command-place.ts";
import { broughtAlong } from "./brought-along.ts";
import { setUpFact } from "./set-up.ts";

export interface CheckTreeOrder extends PlaceOrder {
  tree: TreePlan;
  /** The tree that the checks run on. */
  checked: string;
  /** The commit that git shows as HEAD in the checkout of that tree. */
  head: string;
  checks: readonly AcceptanceCheck[];
  /** Which tree this is. Absent for the finished work itself. */
  on?: CheckedTree;
}

/**
 * Returns `null` if the results are recorded, whatever they are; otherwise, why the commission cannot
 * continue.
 */
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
  const settings = findProject(deps.config.projects, project);
  return proveTree(
    { ...deps, ...deps.setUpTools, layOut: deps.trees.layOut },
    {
      ...order,
      project,
      repository,
      tree: checked,
      ...broughtAlong(deps, bench.commission.record),
      setup: settings?.setup ?? null,
      allow: settings?.network.allow ?? [],
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
        // A set-up that had the network is always recorded, with the hosts that it reached.
        if (on === undefined || run.hosts) await bench.record(setUpFact(run));
      },
    },
  );
}

/**
 * Decides what follows from a failed set-up. For any tree but the finished work it is recorded as a failed
 * check, because that tree cannot be used.
 */
async function setUpFailed(
  bench: Bench,
  { on, checked }: CheckTreeOrder,
  { message, run, approve }: Extract<Proved, { how: "setup" }>,
): Promise<SessionEnd | null> {
  // The set-up lacked the network, which says nothing about the work: a person decides whether this tree may have it.
  if (approve !== null) return { how: "setup", message, approve };
  // A set-up with the network ran on files that the person trusts, and may pass when the network is better.
  if (on === undefined) return { how: run?.by === "network" ? "died" : "setup", message };
  if (run === null) return { how: "died", message };
  await bench.record({ type: "check.ran", from: "project", run, tree: checked, on });
  return null;
}
