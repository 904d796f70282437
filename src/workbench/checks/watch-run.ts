// Watches whether a command that a person configured exceeds the memory, disk or file limits of its commission. A
// command that runs beside a worker's session is measured together with that session, and not here.
import { watchLimits } from "../bench/watch-limits.ts";
import type { PassedLimit } from "../../contract/project/tree.ts";
import type { Clock } from "../../host/clock.ts";
import { type Breach, findBreach, type SessionUse, passedBy } from "../../rules/limits/breach.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import { createDiskGauge, type DiskGauge, type Used } from "../workdir/disk-gauge.ts";
import type { DiskMeter } from "../workdir/disk-used.ts";
import type { CommandLimits } from "./bounds.ts";

/** The limits of a command while it runs, and how they are measured. */
export interface Meter {
  limits: CommandLimits;
  enclosure: Pick<Enclosure, "memory" | "pids" | "still">;
  /** The directories that the command may write to, on one disk or several. */
  directories: readonly string[];
  diskUse: Pick<DiskMeter, "free">;
  /** Returns what the command has used so far. The first call, before the command starts, sets the baseline. */
  used(pids: readonly number[]): Promise<Used>;
}

export interface RunWatch {
  /** Fires when a limit is exceeded. */
  signal: AbortSignal;
  /**
   * Called after the command has ended. Returns the limit that the command exceeded, perhaps only with its last writes.
   * `null` if it exceeded none.
   */
  end(): Promise<PassedLimit | null>;
  stop(): void;
}

const unwatched: RunWatch = {
  signal: new AbortController().signal,
  end: async () => null,
  stop: () => undefined,
};

export async function watchRun(clock: Clock, meter: Meter | undefined): Promise<RunWatch> {
  if (meter === undefined) return unwatched;
  const { limits, enclosure } = meter;
  const gauge = await openGauge(clock, meter);
  const over = new AbortController();
  let passed: PassedLimit | null = null;
  const measured = async (disk: Promise<SessionUse["disk"]> | undefined): Promise<SessionUse> => ({
    workedMs: 0,
    memory: limits.memoryMb ? enclosure.memory() : null,
    disk: (await disk) ?? null,
  });
  const watch = watchLimits({
    clock,
    limits: { ...limits, maxSeconds: null },
    measure: () => measured(gauge?.look()),
    onBreach: (breach) => {
      passed = limitOf(breach);
      over.abort();
    },
  });
  return {
    signal: over.signal,
    end: async () => {
      watch.stop();
      if (passed !== null) return passed;
      const breach = findBreach({ ...limits, maxSeconds: null }, await measured(gauge?.lookLast()));
      return breach && limitOf(breach);
    },
    stop: () => watch.stop(),
  };
}

/** Returns `null` for the time limit, which `runCheck` enforces. */
function limitOf(breach: Breach): PassedLimit | null {
  return breach.how === "wall_clock" ? null : passedBy(breach);
}

/**
 * Measures once before the command starts, so that its first writes count. Returns `null` if neither disk nor files are
 * limited.
 */
async function openGauge(clock: Clock, meter: Meter): Promise<DiskGauge | null> {
  const { limits, enclosure, diskUse, directories, used } = meter;
  if (!limits.diskMb && !limits.files) return null;
  await used([]);
  return createDiskGauge({
    clock,
    limits: { bytes: limits.diskMb ? limits.diskMb * 1024 * 1024 : null, files: limits.files ?? null },
    still: enclosure.still,
    free: () => diskUse.free(directories),
    used: () => used(enclosure.pids()),
  });
}
