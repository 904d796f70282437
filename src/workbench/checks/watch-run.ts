// Holds a person's command to the memory, the disk and the number of files that its commission may take, as a session is
// held to them. A command that a session runs beside itself is held together with that session, and not here.
import { watchLimits } from "../bench/watch-limits.ts";
import type { PassedLimit } from "../../contract/project/tree.ts";
import type { Clock } from "../../host/clock.ts";
import { type Breach, findBreach, type Measured, passedBy } from "../../rules/limits/breach.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import { createDiskGauge, type DiskGauge, type Used } from "../workdir/disk-gauge.ts";
import type { DiskMeter } from "../workdir/disk-used.ts";
import type { CommandLimits } from "./bounds.ts";

/** What a command is held to while it runs. */
export interface Meter {
  limits: CommandLimits;
  enclosure: Pick<Enclosure, "memory" | "pids" | "still">;
  /** What it may write to, on one disk or on several. */
  directories: readonly string[];
  diskUse: Pick<DiskMeter, "free">;
  /** What it has taken by now. Asked once before it begins. */
  used(pids: readonly number[]): Promise<Used>;
}

export interface RunWatch {
  /** Fires when a limit is passed. */
  signal: AbortSignal;
  /** After the end of the command: the limit that it has passed, also by what it did last. `null` if there is none. */
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
  const measured = async (disk: Promise<Measured["disk"]> | undefined): Promise<Measured> => ({
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

/** Its time has a limit of its own, which is not watched here. */
function limitOf(breach: Breach): PassedLimit | null {
  return breach.how === "wall_clock" ? null : passedBy(breach);
}

/** It is measured before the command begins: what that writes at once must not count as what was there before. */
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
