// Stops a session that exceeds a limit which only its workbench can measure, and reports that limit as the
// reason why the session ended.
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import { type Breach, findBreach, isTooMuch } from "../../rules/limits/breach.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { Session } from "../../model/session/open-session.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { createDiskGauge, type DiskGauge } from "../workdir/disk-gauge.ts";
import { createDiskUsed, writablePlaces } from "../workdir/disk-used.ts";
import type { Bench } from "../bench/bench.ts";
import { watchLimits } from "../bench/watch-limits.ts";

export interface LimitedSession {
  session: Pick<Session, "stop" | "standing">;
  ended: Promise<SessionEnd>;
  limits: Limits;
  enclosure: Pick<Enclosure, "memory" | "pids" | "still">;
}

type HoldDeps = Pick<WorkbenchDeps, "clock" | "disk" | "diskUse">;
type HeldBench = Pick<Bench, "layout" | "commission" | "elapsedMs">;

export async function holdToLimits(
  deps: HoldDeps,
  bench: HeldBench,
  held: LimitedSession,
): Promise<SessionEnd> {
  const end = await holdToMeasured(deps, bench, held);
  return (left.includes(end.how) ? held.session.standing() : null) ?? end;
}

/**
 * These kinds of end leave finished work as it was. If a session has its result and only goes on to hear what a person
 * said, they end it with that result, because a note takes nothing from finished work. It stays unheard.
 */
const left: readonly SessionEnd["how"][] = ["turns", "budget", "wall_clock", "api"];

async function holdToMeasured(deps: HoldDeps, bench: HeldBench, held: LimitedSession): Promise<SessionEnd> {
  let breach: Breach | null = null;
  const disk = createSessionGauge(deps, bench, held);
  const { limits, enclosure } = held;
  const { workedMs } = bench.commission.record;
  const watch = watchLimits({
    clock: deps.clock,
    limits,
    measure: async () => ({
      workedMs: workedMs + bench.elapsedMs(),
      memory: limits.memoryMb ? enclosure.memory() : null,
      disk: (await disk?.look()) ?? null,
    }),
    onBreach: (found) => {
      breach = found;
      void held.session.stop();
    },
  });
  const end = await held.ended.finally(() => watch.stop());
  // A session that exceeded its disk limit may also have kept its workbench from recording, and so have ended as
  // `storage`.
  if ((end.how === "stopped" || end.how === "storage") && breach !== null) return breach;
  if (end.how === "stopped") return end;
  const last = await lastBreach(held, disk);
  return last !== null && (unheeded.includes(end.how) || isTooMuch(last)) ? last : end;
}

/** Returns `null` if neither the disk nor the number of files has a limit. */
function createSessionGauge(
  deps: HoldDeps,
  bench: HeldBench,
  { limits, enclosure }: LimitedSession,
): DiskGauge | null {
  const { diskMb, files } = limits;
  if (!diskMb && !files) return null;
  const { layout, commission } = bench;
  const { tree } = commission.record;
  return createDiskGauge({
    clock: deps.clock,
    limits: { bytes: diskMb ? diskMb * 1024 * 1024 : null, files: files ?? null },
    free: () => deps.diskUse.free(writablePlaces(layout, tree)),
    still: enclosure.still,
    used: createDiskUsed(deps, { layout, tree, pids: enclosure.pids, maxFiles: files ?? null }),
  });
}

/**
 * The kinds of end that any exceeded limit may have caused. For other kinds, only too much disk or too many
 * files count.
 */
const unheeded: readonly SessionEnd["how"][] = ["normal", "died", "garbled"];

async function lastBreach(
  { enclosure, limits }: LimitedSession,
  disk: DiskGauge | null,
): Promise<Breach | null> {
  const measured = { workedMs: 0, memory: enclosure.memory(), disk: (await disk?.lookLast()) ?? null };
  return findBreach({ ...limits, maxSeconds: null }, measured);
}
