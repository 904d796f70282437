// A simulated workbench: the real protocol of bench/run-bench.ts around a scripted worker.
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { createDisk } from "../../src/host/files/disk.ts";
import { runBench } from "../../src/workbench/bench/run-bench.ts";
import { clockFor } from "./machine/clock.ts";
import { filesFor, type Seat } from "./machine/files.ts";
import { locksFor } from "./machine/locks.ts";
import { endProcess, identityOf, type Process, startProcess } from "./machine/processes.ts";
import { playWorker } from "./worker.ts";
import { home, type World } from "./world.ts";

export interface BenchOrder {
  id: CommissionId;
  bench: number;
}

/** Its process exists at once; its program may take long to load, and may end before it began. */
export function startBench(world: World, { id, bench }: BenchOrder): Process {
  const { machine, random } = world;
  const deaf = random.chance(0.25);
  const name = `bench ${id.slice(-4)}/${bench}`;
  const process = startProcess(machine, { name, bench: { id, number: bench }, deaf });
  machine.scheduler.add({
    owner: process,
    afterMs: loadingMs(world),
    what: "has loaded",
    run: () => {
      if (world.storming && random.chance(0.03)) endProcess(machine, process, "could not load");
      else void run(world, process, { id, bench });
    },
  });
  return process;
}

/** Mostly a moment; rarely so long that a hall which did not start it gives it up, or that the one which did ends it. */
function loadingMs({ random }: World): number {
  if (random.chance(0.06)) return random.between(9_000, 40_000);
  return random.between(5, 300);
}

async function run(world: World, process: Process, order: BenchOrder): Promise<void> {
  const { machine, wiring } = world;
  const seat: Seat = { machine, process };
  const disk = wiring.disk(createDisk(wiring.files(filesFor(seat))), machine);
  const clock = clockFor(seat);
  const deps = {
    home,
    clock,
    disk,
    locks: wiring.locks(locksFor(seat)),
    self: identityOf(machine, process),
    version: "0",
    nudge: (id: CommissionId) => nudge(world, id),
    print: () => undefined,
  };
  try {
    const code = await runBench(
      { ...deps, makeReady: async () => (bench) => playWorker({ world, process, disk, clock }, bench) },
      order,
    );
    endProcess(machine, process, `exit ${code}`);
  } catch (error) {
    endProcess(machine, process, `exit 1: ${String(error)}`);
  }
}

/** A word to the hall costs nothing when nobody listens, and may be lost. */
function nudge(world: World, id: CommissionId): void {
  const { hall, machine, random } = world;
  if (!hall || random.chance(0.1)) return;
  machine.scheduler.add({
    owner: hall.process,
    afterMs: random.next() * 4,
    what: `is nudged about ${id.slice(-4)}`,
    run: () => hall.nudges.heard(id),
  });
}
