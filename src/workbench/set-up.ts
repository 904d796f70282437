// The project's set-up: one command in the new worktree, before anybody works there. Without it there is no session.
import { type ProjectSettings, findProject } from "../contract/config.ts";
import type { SessionEnd } from "../contract/facts.ts";
import { storageCodeOf } from "../contract/storage-fault.ts";
import type { CommandRun, TreePlan } from "../contract/tree.ts";
import { hasPassed } from "../rules/has-passed.ts";
import { setUpFailure } from "../rules/set-up-failure.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import { inCommandPlace, type PlaceOrder } from "./command-place.ts";
import { runCheck } from "../checks/run-check.ts";
import type { Bench } from "../bench/bench.ts";

type SetUp = NonNullable<ProjectSettings["setup"]>;

/** null: it is done, or there is none. */
export async function runSetUp(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder & { tree: TreePlan },
): Promise<SessionEnd | null> {
  const { tree, probe } = order;
  const { project } = tree;
  const setup = findProject(deps.config.projects, project)?.setup;
  if (setup === undefined) return null;
  const run = await tryRun(deps, { ...order, bench, setup });
  if (deps.stopping.aborted) return { how: "stopped" };
  if (typeof run !== "string") {
    const isDone = hasPassed(run);
    // On record only once it is marked: a kill in between has it run again.
    if (isDone) await bench.aside(() => deps.trees.markSetUp({ id: bench.id, tree, signal: deps.stopping }));
    await bench.record({ type: "setup.ran", run });
    if (isDone) return null;
  }
  const isCutOff = probe.level === "bubblewrap" && !setup.network;
  return { how: "setup", message: setUpFailure({ project, command: setup.command, run, isCutOff }) };
}

/** A text: why it could not be started. */
async function tryRun(
  deps: CarryOutDeps,
  order: PlaceOrder & { bench: Bench; setup: SetUp },
): Promise<CommandRun | string> {
  const { setup } = order;
  try {
    return await inCommandPlace(deps, order, async (place) => {
      const run = await runCheck(deps, {
        check: setup,
        place: { ...place, network: setup.network },
        signal: deps.stopping,
      });
      return { command: setup.command, ...run };
    });
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
