// The hall on the simulated machine: the real ledger, conductor, engine and rules, wired here and nowhere else.
import { createFakeTrees } from "../fakes/trees.ts";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { defaultConfig } from "../../src/contract/home/config.ts";
import { fact } from "../../src/contract/commission/facts.ts";
import { commissionLayout, workLayout } from "../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../src/contract/home/ids.ts";
import { workerMetadata } from "../../src/contract/package/package.ts";
import { openQuotaStore, type QuotaStore } from "../../src/hall/operations/quota-file.ts";
import { createNudges, type Nudges } from "../../src/hall/wiring/nudges.ts";
import { createConductor } from "../../src/hall/dispatch/conductor.ts";
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import { commissionBenches } from "../../src/contract/home/bench-places.ts";
import { createLocalEngine } from "../../src/hall/engine/local.ts";
import { createDisk, type Disk } from "../../src/host/files/disk.ts";
import type { HandoffChild, HandoffSpawn } from "../../src/host/processes/handoff.ts";
import { createJournalTail } from "../../src/store/ledger/journal-tail.ts";
import { commissionKind } from "../../src/store/ledger/kinds/commission.ts";
import { type Ledger, openLedger } from "../../src/store/ledger/ledger.ts";
import { collectWork } from "../../src/workbench/workdir/collect.ts";
import { prepareWork } from "../../src/workbench/workdir/prepare.ts";
import { startBench } from "./bench.ts";
import { openLandings } from "./landing.ts";
import { clockFor } from "./machine/clock.ts";
import { refuseWhenFaulty } from "./machine/disk-faults.ts";
import { filesFor, type Seat } from "./machine/files.ts";
import { find, makeFile } from "./machine/file-tree.ts";
import { locksFor } from "./machine/locks.ts";
import { type Process, processesFor, whenEnded } from "./machine/processes.ts";
import { projects, treesFor } from "./repository.ts";
import { home, type OpenHall, startWithinMs, type World } from "./world.ts";

/** The order of hall/main.ts and hall/hall.ts: the lock, the ledger, the conductor, then the record of who it is. */
export async function openHall(world: World, process: Process): Promise<OpenHall> {
  const seat: Seat = { machine: world.machine, process };
  const disk = diskFor(world, seat);
  if (!locksFor(seat).tryLock(home.hallLock)) throw new Error("Another hall runs.");
  await disk.sweepDrafts(home.run);
  const none = () => undefined;
  const ledger = await openLedger(
    {
      disk,
      clock: clockFor(seat),
      home,
      bestEffortFailed: none,
      noticed: none,
    },
    commissionKind,
  );
  const nudges = createNudges();
  const clock = clockFor(seat);
  const quota = await openQuotaStore({ disk, clock, log: { error: () => undefined } }, { home, handoff });
  const deps = wireDispatch(world, seat, { disk, ledger, nudges, quota });
  const conductor = createConductor(deps);
  const acts = openLandings(world, seat, { ledger, conductor, trees: deps.trees });
  return { process, ledger, conductor, ...acts, nudges, closing: false };
}

export async function announceHall(world: World, { process }: OpenHall): Promise<void> {
  const disk = diskFor(world, { machine: world.machine, process });
  await disk.replace(home.hallRecord, `{ "pid": ${process.pid} }\n`);
}

function diskFor({ wiring, machine }: World, seat: Seat): Disk {
  return wiring.disk(createDisk(wiring.files(filesFor(seat))), machine);
}

interface Core {
  disk: Disk;
  ledger: Ledger;
  nudges: Nudges;
  quota: QuotaStore;
}

const handoff: Handoff = { ...emptyHandoff, credential: { kind: "api_key", secret: "s" } };

export const policy: DispatchDeps["policy"] = {
  maxResumes: 3,
  maxFalseStarts: 3,
  maxReturns: 1,
  canPause: true,
  backOffMs: [1000, 5000, 15_000],
};

const worker = workerMetadata.parse({
  type: "worker",
  identity: { name: "researcher", title: "t", description: "d" },
  posture: "p",
});

function wireDispatch(world: World, seat: Seat, { disk, ledger, nudges, quota }: Core): DispatchDeps {
  const layoutOf = (id: CommissionId) => commissionLayout(home, id);
  const deps: DispatchDeps = {
    ledger,
    roster: {
      find: async (name) => (name === "researcher" ? { worker, toolboxes: [] } : undefined),
      names: async () => ["researcher"],
      member: async () => undefined,
      whyPassedOver: () => undefined,
    },
    engine: createLocalEngine({
      home,
      places: commissionBenches,
      handoff,
      locks: world.wiring.locks(locksFor(seat)),
      processes: processesFor(seat.machine, seat.process),
      claimSpare: async () => null,
      spawn: (order) => spawn(world, seat, order),
      openOutput: (path) => openOutput(seat, path),
      readOutput: () => "",
      scrub: (text) => text,
      env: {},
      program: { runtime: "bun", main: "main.ts" },
    }),
    journals: {
      tail: ({ id, bench }, afterSeq) => {
        const { blobs, journal } = layoutOf(id);
        return createJournalTail({ disk }, { path: journal(bench), blobs, schema: fact, afterSeq });
      },
    },
    nudges: { next: nudges.next, poke: nudges.heard },
    work: {
      prepare: (id, tree) =>
        tree === null ? prepareWork(disk, layoutOf(id), null) : disk.makeDirectories(layoutOf(id).artifacts),
      collect: (id, plan, tree) => collectWork(disk, workLayout(home, id, tree), plan),
    },
    attachments: { look: async () => undefined, give: async () => undefined, show: async () => undefined },
    trees: createFakeTrees(world.wiring.trees(treesFor(world, seat))),
    bases: { why: async () => null, subscribe: () => () => undefined },
    setUps: { why: async () => null, subscribe: () => () => undefined },
    condense: async () => ({ entry: null, stayed: [], reason: "There is no memory here." }),
    clock: clockFor(seat),
    newId: () => newId(world),
    checkRehearsal: () => ({ ok: true }),
    sandbox: "process",
    settings: () => ({ ...defaultConfig, slots: world.slots, projects }),
    machine: machineOf(world),
    quota,
    hasModel: true,
    startWithinMs,
    policy,
    log: {
      info: () => undefined,
      error: (message, fields) => world.machine.trace.say(`  ${message} ${JSON.stringify(fields)}`),
    },
  };
  return world.wiring.dispatch(deps, seat.machine);
}

/** A full disk has no space to show, and memory is short now and then. */
function machineOf(world: World): DispatchDeps["machine"] {
  const { machine, random } = world;
  return {
    availableMemoryMb: () => (world.storming && random.chance(0.1) ? 10 : 64_000),
    freeDiskMb: async () => (machine.fault === "ENOSPC" ? 0 : 100_000),
  };
}

function newId({ machine, random }: World): CommissionId {
  const time = machine.scheduler.wall().toString(16).padStart(12, "0");
  return commissionId.parse(
    `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
  );
}

function openOutput({ machine }: Seat, path: string): { descriptor: number; close(): void } {
  const found = find(machine.tree, path);
  refuseWhenFaulty(machine, found ? "change" : "grow", path);
  if (!found) makeFile(machine.tree, path);
  return { descriptor: 1, close: () => undefined };
}

/** A hall that dies at this moment may leave a process that it never heard of. */
function spawn(world: World, { machine, process }: Seat, order: HandoffSpawn): Promise<HandoffChild> {
  const id = commissionId.parse(order.args[order.args.indexOf("--commission") + 1]);
  const bench = Number(order.args[order.args.indexOf("--bench") + 1]);
  return new Promise((resolve, reject) => {
    machine.scheduler.add({
      owner: process,
      afterMs: world.random.next() * 20,
      what: `starts bench ${id.slice(-4)}/${bench}`,
      abandoned: () => void (world.random.chance(0.5) && startBench(world, { id, bench })),
      run: () => {
        if (world.storming && world.random.chance(0.03))
          return reject(new Error("EAGAIN: no more processes"));
        const child = startBench(world, { id, bench });
        resolve({
          pid: child.pid,
          ready: Promise.resolve(undefined),
          exited: whenEnded(machine, process, child).then(() => ({ code: 0, signal: null })),
          kill: () => undefined,
          unref: () => undefined,
        });
      },
    });
  });
}
