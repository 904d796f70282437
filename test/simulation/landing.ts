// Wires the hall's acts on finished work on the simulated machine: the same operations as behind the HTTP door, with
// checks whose result depends on the checked tree alone.
import { defaultConfig } from "../../src/contract/home/config.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import type { CheckResult } from "../../src/contract/project/tree.ts";
import type { Conductor } from "../../src/hall/dispatch/conductor.ts";
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import { projectChecks } from "../../src/hall/dispatch/dispatch-plan.ts";
import type { LandingDeps, LandingCheckOrder, ProvedLanding } from "../../src/hall/landing/deps.ts";
import { createLandings, type Landings } from "../../src/hall/landing/landings.ts";
import {
  createLandingOperations,
  type LandingOperations,
} from "../../src/hall/operations/landing-operations.ts";
import { sleep } from "../../src/host/clock.ts";
import { heirOf } from "../../src/rules/commission/heir.ts";
import { detailOf } from "../../src/rules/show/show.ts";
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import { checkRan } from "../harness/ledger/checked.ts";
import type { Seat } from "./machine/files.ts";
import { clockFor } from "./machine/clock.ts";
import { failsOn } from "./prove.ts";
import { projects } from "./repository.ts";
import type { World } from "./world.ts";

export interface LandingParts {
  ledger: Ledger;
  conductor: Conductor;
  trees: DispatchDeps["trees"];
}

export interface OpenLandings {
  landings: Landings;
  operations: LandingOperations;
}

export function openLandings(
  world: World,
  seat: Seat,
  { ledger, conductor, trees }: LandingParts,
): OpenLandings {
  const { continuationOf } = conductor;
  const deps: LandingDeps = {
    ledger,
    trees,
    projectChecks: (project) => {
      const settings = projects[project];
      return settings ? projectChecks(settings) : null;
    },
    continuationOf,
    prove: (order) => prove(world, seat, order),
    clock: clockFor(seat),
    log: {
      info: () => undefined,
      warn: (message, fields) => world.machine.trace.say(`  ${message} ${JSON.stringify(fields)}`),
      error: (message, fields) => world.machine.trace.say(`  ${message} ${JSON.stringify(fields)}`),
    },
  };
  const landings = createLandings(world.wiring.landing(deps));
  const operations = createLandingOperations({
    landings,
    inTurn: conductor.inTurn,
    review: {
      newest: ledger.newest,
      heirOf: (id) => heirOf({ continuationOf, find: ledger.summary }, id),
      projects: () => ({ ...defaultConfig.projects, ...projects }),
      ahead: async () => null,
      stats: async () => new Map(),
    },
    shown: (commission) =>
      detailOf(commission, shownAt(continuationOf(commission.record.request.id) ?? null)),
  });
  return { landings, operations };
}

function shownAt(continuedBy: CommissionId | null) {
  return { directory: "/", work: "/", waitingFor: null, continuedBy };
}

/** A project's own branch fails its checks now and then, and its set-up too. */
async function prove(world: World, seat: Seat, order: LandingCheckOrder): Promise<ProvedLanding> {
  const { deciders, storming } = world;
  const results: CheckResult[] = [];
  if (storming && deciders.chance(0.03)) return { how: "setup", message: "no network", results };
  const fails = order.tree === null ? deciders.chance(0.2) : failsOn(order.tree);
  for (const check of order.checks) {
    await sleep(clockFor(seat), deciders.next() * 500, order.signal);
    if (order.signal.aborted) return { how: "stopped" };
    const { run } = checkRan(check, fails ? 1 : 0);
    results.push({ ...run, from: check.from, at: null, tree: null });
  }
  return { how: "proved", results };
}
