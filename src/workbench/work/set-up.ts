// Prepares the new worktree with the project's set-up command, before the worker starts. If the command
// fails, there is no session.
import type { Bench } from "../bench/bench.ts";
import type { SetUp } from "../checks/plan-set-up.ts";
import { type SetUpDone, setUpTree } from "../checks/set-up.ts";
import { findProject } from "../../contract/home/config.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { SetUpRun } from "../../contract/project/set-up.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import { setUpFailure } from "../../rules/checks/set-up-failure.ts";
import { prepareChecks } from "../workdir/prepare.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import { growthOf, openCommandPlace, type PlaceOrder } from "./command-place.ts";
import { broughtAlong } from "./brought-along.ts";

/** Returns `null` if the set-up passed, or if the project has none. */
export async function runSetUp(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder & { tree: TreePlan },
): Promise<SessionEnd | null> {
  const { tree } = order;
  const { project } = tree;
  const settings = findProject(deps.config.projects, project);
  const setup = settings?.setup;
  if (setup === undefined) return null;
  const asked = { ...order, setup, allow: settings?.network.allow ?? [] };
  const done = await bench.aside(() => setUpWorktree(deps, bench, asked));
  if (deps.stopping.aborted) return { how: "stopped" };
  // The run is recorded only after its files are marked as the set-up's. If the process is killed in between,
  // the set-up runs again.
  if (done.how === "done")
    await bench.aside(() => deps.trees.markSetUp({ id: bench.id, tree, signal: deps.stopping }));
  const { run } = done;
  if (typeof run !== "string") await bench.record(setUpFact(run));
  if (done.how === "done") return null;
  const { isCutOff, approve } = done;
  const message = setUpFailure({ project, command: setup.command, run, isCutOff, approve });
  return { how: "setup", message, ...(approve !== null && { approve }) };
}

interface WorktreeOrder extends PlaceOrder {
  tree: TreePlan;
  setup: SetUp;
  allow: readonly AllowedHost[];
}

async function setUpWorktree(deps: CarryOutDeps, bench: Bench, order: WorktreeOrder): Promise<SetUpDone> {
  const { tree: plan, setup, allow, probe, limits } = order;
  const { project, repository, base } = plan;
  const { stopping: signal, trees } = deps;
  const { work, session } = bench.layout;
  const used = growthOf(deps, bench, limits);
  return setUpTree(
    { ...deps, ...deps.setUpTools, layOut: trees.layOut },
    {
      project,
      repository,
      setup,
      allow,
      probe,
      limits,
      signal,
      tree: await trees.treeOf({ project, commit: base, signal }),
      head: base,
      ...broughtAlong(deps, bench.commission.record),
      copied: await trees.copied({ id: bench.id, tree: plan, signal }),
      area: session,
      into: { work, own: await prepareChecks(bench.layout) },
      use: (task) => openCommandPlace(deps, { ...order, bench, used }, task),
      note: deps.print,
    },
  );
}

/**
 * Returns the fact that records a set-up. The optional fields (`by`, `on`, `hosts`) lie beside `run`, where older
 * releases ignore them.
 */
export function setUpFact({ by, on, hosts, ...run }: SetUpRun): CourseFact {
  return { type: "setup.ran", run, ...(by && { by }), ...(on && { on }), ...(hosts && { hosts }) };
}
