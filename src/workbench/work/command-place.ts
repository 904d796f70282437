// Opens the sandbox for commands that a person configured (a project's set-up command and the checks), before
// a commission's session or after it. The commands are contained like the commission's worker, under the same
// limits.
import { addedMounts, boundsOf, type CommandLimits } from "../checks/bounds.ts";
import type { Meter } from "../checks/watch-run.ts";
import type { CheckPlace } from "../checks/run-check.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Bench } from "../bench/bench.ts";
import { createGrowth, writablePlaces } from "../workdir/disk-used.ts";
import { shownTo } from "./repository-mounts.ts";

export interface PlaceOrder {
  probe: SandboxProbe;
  limits: CommandLimits;
}

export interface CommandOrder extends PlaceOrder {
  bench: Bench;
  /** Returns what all commands of one purpose (set-up or checks) have together added to the disk so far. */
  used: Meter["used"];
}

type PlaceDeps = Pick<WorkbenchDeps, "home" | "disk" | "readOnly" | "personHome">;

/** Lets the task run commands. Its time does not count as the session's. */
export async function inCommandPlace<T>(
  deps: PlaceDeps & Pick<WorkbenchDeps, "enclose" | "diskUse">,
  order: CommandOrder,
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  return order.bench.aside(() => openCommandPlace(deps, order, task));
}

/** Like `inCommandPlace`, for a caller that already runs inside `bench.aside`, where time does not count. */
export async function openCommandPlace<T>(
  deps: PlaceDeps & Pick<WorkbenchDeps, "enclose" | "diskUse">,
  order: CommandOrder,
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  const { bench, limits, used } = order;
  const enclosure = deps.enclose(limits);
  const directories = writablePlaces(bench.layout, bench.commission.record.tree);
  const meter: Meter = { limits, enclosure, directories, diskUse: deps.diskUse, used };
  try {
    return await task({ ...placeFor(deps, { ...order, enclosure }), meter });
  } finally {
    await enclosure.close();
  }
}

/** Measures what is added to the commission's own directory and its worktree from now on. */
export function growthOf(
  { diskUse }: Pick<WorkbenchDeps, "diskUse">,
  { layout, commission }: Bench,
  { files }: CommandLimits,
): Meter["used"] {
  const directories = writablePlaces(layout, commission.record.tree);
  return createGrowth(diskUse, { directories, maxFiles: files ?? null });
}

export function placeFor(
  deps: PlaceDeps,
  { bench, probe, limits, enclosure }: PlaceOrder & { bench: Bench; enclosure: Enclosure },
): CheckPlace {
  return {
    layout: bench.layout,
    probe,
    enclosure,
    readOnly: addedMounts(deps),
    shown: () => shownTo(deps, bench, probe),
    bounds: boundsOf(limits, enclosure),
  };
}
