// A conductor (the part of the hall that starts workbenches and takes over their facts) on a real ledger, with a clock
// that the test moves and workbenches that the test plays.
import type { CommissionRequest } from "../../src/contract/commission/commission.ts";
import { defaultConfig } from "../../src/contract/home/config.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { type CommissionId, commissionId, packageName } from "../../src/contract/home/ids.ts";
import { type Conductor, createConductor } from "../../src/hall/dispatch/conductor.ts";
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { newUuid } from "../../src/host/ids.ts";
import { installed } from "../../src/host/program.ts";
import { createNudges } from "../../src/hall/wiring/nudges.ts";
import { openQuotaStore } from "../../src/hall/operations/quota-file.ts";
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import { discoverPackages, findByName } from "../../src/guild/roster/discover.ts";
import { createFakeEngine } from "../fakes/engine.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { noTrees } from "../fakes/trees.ts";
import { until } from "./hall.ts";
import { openSomeLedger, someHome } from "./ledger/some-ledger.ts";

export const request: CommissionRequest = {
  worker: packageName.parse("researcher"),
  task: "Look.",
  rehearsal: "version: 1",
};
/** A request without a rehearsal, which needs a real model. */
export const realRequest: CommissionRequest = { worker: request.worker, task: "Look." };
export const begun: FactBody[] = [
  { type: "bench.started", pid: 7, startTime: "1", bootId: "b", version: "1" },
  {
    type: "session.started",
    sessionId: "s",
    model: "m",
    tools: [],
    sandbox: "process",
    permissionMode: "dontAsk",
  },
];
export const done: FactBody = { type: "session.ended", end: { how: "normal", finalText: "found it" } };

export function handoffOf(secret: string): Handoff {
  return { ...emptyHandoff, credential: { kind: "api_key", secret } };
}

const running: Conductor[] = [];
const ledgers: Ledger[] = [];

/** Stops all conductors and closes their ledgers. Call it after each test, before its directories are removed. */
export async function closeConductors(): Promise<void> {
  for (const conductor of running.splice(0)) await conductor.stop();
  for (const ledger of ledgers.splice(0)) await ledger.close();
}

/** Stops the hall but not its workbenches. */
export async function stopConductor(): Promise<void> {
  await running.splice(0)[0]?.stop();
}

/** Reports that all projects pass their own checks. */
export const noBases: DispatchDeps["bases"] = { why: async () => null, subscribe: () => () => undefined };

/** Reports that no project's set-up waits for a person's approval. */
export const noSetUps: DispatchDeps["setUps"] = { why: async () => null, subscribe: () => () => undefined };

export async function setUpConductor(changes: Partial<DispatchDeps> = {}, home = someHome()) {
  const ledger = await openSomeLedger(home);
  ledgers.push(ledger);
  const clock = createManualClock();
  const nudges = createNudges();
  const bench = createFakeEngine();
  const roster = await discoverPackages([{ directory: installed("workers"), source: "bundled" }]);
  // No pause between starts, because the clock stands still unless a test moves it.
  const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
  const { limits, members } = defaultConfig;
  const settings = {
    slots: 2,
    admission,
    limits,
    members,
    projects: {},
    model: null,
    workers: {},
    guildMembers: {},
  };
  const collected: CommissionId[] = [];
  const log = { info: () => undefined, error: () => undefined };
  const deps: DispatchDeps = {
    ledger,
    roster: {
      find: async (name) => {
        const found = findByName(roster.workers, name);
        return found && { worker: found.metadata, toolboxes: [] };
      },
      names: async () => ["researcher"],
      member: async () => undefined,
      whyPassedOver: () => undefined,
    },
    engine: bench.engine,
    journals: bench.journals,
    nudges: { next: nudges.next, poke: nudges.heard },
    work: {
      prepare: async () => undefined,
      collect: async (id) => {
        collected.push(id);
        return { artifacts: [], problems: [] };
      },
    },
    attachments: { look: async () => undefined, give: async () => undefined, show: async () => undefined },
    trees: noTrees,
    bases: noBases,
    setUps: noSetUps,
    condense: async () => ({ entry: null, stayed: [], reason: "There is no memory here." }),
    clock,
    newId: () => commissionId.parse(newUuid()),
    checkRehearsal: () => ({ ok: true }),
    sandbox: "process",
    settings: () => settings,
    machine: { availableMemoryMb: () => undefined, freeDiskMb: async () => undefined },
    quota: await openQuotaStore({ disk: systemDisk, clock, log }, { home, handoff: handoffOf("one") }),
    hasModel: false,
    startWithinMs: 30_000,
    policy: { maxResumes: 0, maxFalseStarts: 2, maxReturns: 1, canPause: false, backOffMs: [1000] },
    log,
    ...changes,
  };
  const open = () => {
    const conductor = createConductor(deps);
    running.push(conductor);
    return conductor;
  };
  const accept = async (conductor: Conductor, asked = request) => {
    const accepted = await conductor.accept(asked, null);
    if (!accepted.ok) throw new Error(accepted.problem.message);
    return accepted.commission.record.request.id;
  };
  const statusOf = async (id: CommissionId) => (await ledger.find(id))?.status;
  const tell = (id: CommissionId) => nudges.heard(id);
  const setSlots = (slots: number) => {
    settings.slots = slots;
  };
  /** Returns the conductor that was opened last. */
  const latest = () => {
    const last = running.at(-1);
    if (!last) throw new Error("No hall is open.");
    return last;
  };
  return { home, ledger, clock, bench, deps, open, latest, accept, statusOf, tell, collected, setSlots };
}

/** Waits in real time for disk and promises, while the manual clock stands still. */
export function settled(holds: () => Promise<boolean> | boolean): Promise<void> {
  return until("what the test waits for", holds, 5000);
}
