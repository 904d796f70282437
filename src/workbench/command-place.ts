// Where a person's own commands are run for a commission: its set-up and its checks. They are contained like its worker
// and held to the same bounds, but apart from it: nothing of the session is there any more, or yet.
import { addedMounts, boundsOf, type CommandLimits } from "../checks/bounds.ts";
import type { CheckPlace } from "../checks/run-check.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Bench } from "../bench/bench.ts";
import { shownTo } from "./shown.ts";

export interface PlaceOrder {
  probe: SandboxProbe;
  limits: CommandLimits;
}

type PlaceDeps = Pick<WorkbenchDeps, "home" | "disk" | "readOnly" | "personHome">;

/** Opens one for as long as the task takes. Its time is not the session's. */
export async function inCommandPlace<T>(
  deps: PlaceDeps & Pick<WorkbenchDeps, "enclose">,
  order: PlaceOrder & { bench: Bench },
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  return order.bench.aside(() => openCommandPlace(deps, order, task));
}

/** The same for a caller that has set the time aside already. */
export async function openCommandPlace<T>(
  deps: PlaceDeps & Pick<WorkbenchDeps, "enclose">,
  order: PlaceOrder & { bench: Bench },
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  const enclosure = deps.enclose(order.limits);
  try {
    return await task(placeFor(deps, { ...order, enclosure }));
  } finally {
    await enclosure.close();
  }
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
