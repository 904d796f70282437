// Where a person's own commands are run for a commission: its set-up and its checks. They are contained like its worker
// and held to the same bounds, but apart from it: nothing of the session is there any more, or yet.
import type { Limits } from "../contract/limits.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { type ReadOnlyMount, readOnlyMounts } from "../sandbox/read-only.ts";
import type { Bounds } from "../sandbox/wrap.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { CheckPlace } from "./run-check.ts";
import type { Bench } from "../bench/bench.ts";
import { shownTo } from "./shown.ts";

export interface PlaceOrder {
  probe: SandboxProbe;
  limits: PlaceLimits;
  /** A directory that stands in the place of the worktree, with no git in it; null: the worktree. */
  whole?: string | null;
}

type PlaceLimits = Pick<Limits, "memoryMb" | "processes" | "diskMb">;

type PlaceDeps = Pick<WorkbenchDeps, "home" | "disk" | "readOnly" | "personHome">;

/** Opens one for as long as the task takes. Its time is not the session's. */
export async function inCommandPlace<T>(
  deps: PlaceDeps & Pick<WorkbenchDeps, "enclose">,
  order: PlaceOrder & { bench: Bench },
  task: (place: CheckPlace) => Promise<T>,
): Promise<T> {
  const enclosure = deps.enclose(order.limits);
  try {
    return await order.bench.aside(() => task(placeFor(deps, { ...order, enclosure })));
  } finally {
    await enclosure.close();
  }
}

export function placeFor(
  deps: PlaceDeps,
  { bench, probe, limits, enclosure, whole = null }: PlaceOrder & { bench: Bench; enclosure: Enclosure },
): CheckPlace {
  return {
    layout: whole === null ? bench.layout : { ...bench.layout, work: whole },
    probe,
    enclosure,
    readOnly: addedMounts(deps),
    shown: async () => (whole === null ? await shownTo(deps, bench, probe) : []),
    bounds: boundsOf(limits, enclosure),
  };
}

export function addedMounts({ readOnly, home, personHome }: Omit<PlaceDeps, "disk">): ReadOnlyMount[] {
  const mounts = readOnlyMounts(readOnly, { hallHome: home.root, personHome });
  if (typeof mounts === "string") throw new Error(mounts);
  return mounts;
}

export function boundsOf({ processes, diskMb }: PlaceLimits, { countsProcesses }: Enclosure): Bounds {
  return {
    processes: countsProcesses ? null : (processes ?? null),
    fileBytes: diskMb ? diskMb * 1024 * 1024 : null,
  };
}
