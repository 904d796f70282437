// Stops a session that breaks a limit which only its workbench can measure; what it broke is then how it ended.
import type { SessionEnd } from "../contract/facts.ts";
import type { Limits } from "../contract/limits.ts";
import { type Breach, findBreach, type Measured } from "../rules/breach.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { Session } from "../session/open-session.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { createDiskGauge } from "./disk-gauge.ts";
import { createDiskUsed } from "./disk-used.ts";
import type { Bench } from "../bench/bench.ts";
import { watchLimits } from "../bench/watch-limits.ts";

export interface Held {
  session: Session;
  ended: Promise<SessionEnd>;
  limits: Limits;
  enclosure: Enclosure;
}

export async function holdToLimits(deps: WorkbenchDeps, bench: Bench, held: Held): Promise<SessionEnd> {
  let breach: Breach | null = null;
  const watch = watchLimits({
    clock: deps.clock,
    limits: held.limits,
    measure: createMeasure(deps, bench, held),
    onBreach: (found) => {
      breach = found;
      void held.session.stop();
    },
  });
  const end = await held.ended.finally(() => watch.stop());
  // One that filled the disk beyond its own limit may also keep its workbench from recording.
  if ((end.how === "stopped" || end.how === "storage") && breach !== null) return breach;
  return unheeded.includes(end.how) ? (starved(held) ?? end) : end;
}

function createMeasure(deps: WorkbenchDeps, bench: Bench, held: Held): () => Promise<Measured> {
  const { directory } = bench.layout;
  const { workedMs, tree } = bench.commission.record;
  const { enclosure, limits } = held;
  const disk = createDiskGauge({
    clock: deps.clock,
    free: () => deps.diskUse.free(directory),
    used: createDiskUsed(deps, { layout: bench.layout, tree, pid: enclosure.pid }),
  });
  return async () => ({
    workedMs: workedMs + bench.elapsedMs(),
    memory: limits.memoryMb ? enclosure.memory() : null,
    disk: limits.diskMb ? await disk() : null,
  });
}

/** Ends that may come between the kernel ending a process for want of memory and the next look. */
const unheeded: readonly SessionEnd["how"][] = ["normal", "died", "garbled"];

function starved({ enclosure, limits }: Held): Breach | null {
  return findBreach({ ...limits, maxSeconds: null }, { workedMs: 0, memory: enclosure.memory(), disk: null });
}
