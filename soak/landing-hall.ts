// Opens a hall inside this process, with the real conductor, ledger and git. It can be killed at any moment,
// and another can be opened on the files that it left.
import { commissionLayout, workLayout } from "../src/contract/home/home-layout.ts";
import { commissionId } from "../src/contract/home/ids.ts";
import { fact } from "../src/contract/commission/facts.ts";
import { maxResumes, maxReturns } from "../src/contract/commission/limits.ts";
import { createSetUpTools } from "../src/workbench/checks/set-up-tools.ts";
import { createBases, type HallBases } from "../src/hall/projects/bases.ts";
import { createNudges } from "../src/hall/wiring/nudges.ts";
import { type Conductor, createConductor } from "../src/hall/dispatch/conductor.ts";
import type { DispatchDeps } from "../src/hall/dispatch/deps.ts";
import { createHousekeeping } from "../src/git/worktree/housekeeping.ts";
import { layOut } from "../src/git/snapshot/lay-out.ts";
import { openRepository } from "../src/git/repository/repository.ts";
import { syncProject } from "../src/git/projects/sync.ts";
import { createTrees, type TreesDeps } from "../src/git/trees.ts";
import { endGroup } from "../src/host/processes/children.ts";
import { systemClock } from "../src/host/clock.ts";
import { diskMeter, systemDiskUse } from "../src/host/files/disk-use.ts";
import { newUuid } from "../src/host/ids.ts";
import { installed } from "../src/host/program.ts";
import { createJournalTail } from "../src/store/ledger/journal-tail.ts";
import { commissionKind } from "../src/store/ledger/kinds/commission.ts";
import { type Ledger, openLedger } from "../src/store/ledger/ledger.ts";
import { discoverPackages, findByName } from "../src/guild/roster/discover.ts";
import type { Trees } from "../src/rules/project/trees.ts";
import { enclose } from "../src/workbench/sandbox/enclose.ts";
import { collectWork } from "../src/workbench/workdir/collect.ts";
import { probe } from "../test/workbench/sandbox/usable.ts";
import { createScriptedEngine } from "./landing-bench.ts";
import { gitOf, type LandingWorld, project } from "./landing-world.ts";
import { beginLife, type Life } from "./life.ts";

export interface LandingHall {
  life: Life;
  ledger: Ledger;
  conductor: Conductor;
  /** Does what `guild-hall project sync` does. */
  sync(): Promise<void>;
  /** Shuts the hall down cleanly. Its workbenches continue. */
  stop(): Promise<void>;
}

function none(): void {}
const unheard = { bestEffortFailed: none, noticed: none };

/** Keeps errors, which are reported if a commission is stuck. */
function logOf({ faults }: LandingWorld) {
  const error = (message: string, fields?: object) =>
    void faults.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { debug: none, info: none, warn: none, error };
}

const roster = await discoverPackages([{ directory: installed("workers"), source: "bundled" }]);

/** Recovers what the previous hall left, and continues with it. */
export async function openLandingHall(world: LandingWorld): Promise<LandingHall> {
  const { home } = world;
  const life = beginLife();
  const git = gitOf(world, life);
  const ledger = await openLedger({ disk: life.disk, clock: systemClock, home, ...unheard }, commissionKind);
  const trees = world.unchecked ? withoutMergeChecks(createTrees(git)) : createTrees(git);
  const bases = openBases(world, life, git);
  const nudges = createNudges();
  world.nudge = { send: nudges.heard };
  const conductor = createConductor({
    ...whatNeverFails,
    log: logOf(world),
    ledger,
    trees,
    bases,
    engine: createScriptedEngine(world, life),
    journals: {
      tail: ({ id, bench }, afterSeq) => {
        const { blobs, journal } = commissionLayout(home, id);
        return createJournalTail(
          { disk: life.disk },
          { path: journal(bench), blobs, schema: fact, afterSeq },
        );
      },
    },
    nudges: { next: nudges.next, poke: nudges.heard },
    work: {
      prepare: (id) => life.disk.makeDirectories(commissionLayout(home, id).artifacts),
      collect: (id, plan, tree) => collectWork(life.disk, workLayout(home, id, tree), plan),
    },
    clock: life.clockFrom(world.clock),
    settings: () => ({ ...world.config, admission }),
  });
  ledger.subscribe(({ event }) => {
    if (event.type === "finish.applied" && event.tree?.state === "merged") void bases.check(project);
  });
  await tidy(git, { ledger, trees });
  conductor.recover();
  void bases.check(project);
  return {
    life,
    ledger,
    conductor,
    sync: async () => {
      await trees.inTurn(project, () => syncProject(git, { project, dryRun: false }));
      void bases.check(project);
      conductor.reconsider();
    },
    stop: async () => {
      await conductor.stop();
      await bases.stop();
      await ledger.close();
    },
  };
}

const admission = { startsPerSecond: Infinity, minFreeMemoryMb: 0, minFreeDiskMb: 0 };

const whatNeverFails = {
  roster: {
    find: async (name) => {
      const found = findByName(roster.workers, "researcher");
      if (found === undefined || name === "researcher")
        return found && { worker: found.metadata, toolboxes: [] };
      return { worker: { ...found.metadata, files: "write", checkout: "full" }, toolboxes: [] };
    },
    names: async () => ["researcher", "implementer"],
    member: async () => undefined,
    whyPassedOver: () => undefined,
  },
  attachments: { look: async () => undefined, give: async () => undefined, show: async () => undefined },
  setUps: { why: async () => null, subscribe: () => () => undefined },
  condense: async () => ({ entry: null, stayed: [], reason: "There is no memory here." }),
  newId: () => commissionId.parse(newUuid()),
  checkRehearsal: () => ({ ok: true }),
  sandbox: probe.level,
  machine: { availableMemoryMb: () => undefined, freeDiskMb: async () => undefined },
  quota: { current: () => null, replace: async () => undefined },
  hasModel: true,
  startWithinMs: 600_000,
  policy: { maxResumes, maxFalseStarts: 3, maxReturns, canPause: true, backOffMs: [0] },
} satisfies Partial<DispatchDeps>;

function openBases(world: LandingWorld, life: Life, git: TreesDeps): HallBases {
  const { home, config } = world;
  const bases = createBases({
    home,
    git,
    probe,
    log: logOf(world),
    config: () => config,
    changed: none,
    stage: {
      ...createSetUpTools({
        home,
        disk: life.disk,
        clock: systemClock,
        git,
        projects: () => config.projects,
        proxy: { http: null, https: null, no: null },
        certificates: [],
      }),
      home,
      disk: life.disk,
      clock: systemClock,
      endGroup,
      enclose,
      diskUse: diskMeter,
      searchPath: git.searchPath,
      readOnly: [],
      personHome: undefined,
      layOut: ({ signal, ...order }) =>
        layOut({ ...git, signal: AbortSignal.any([life.signal, signal]) }, order),
    },
  });
  life.signal.addEventListener("abort", () => void bases.stop());
  return bases;
}

/** Repairs the repositories, as a hall does before anything starts. */
async function tidy(git: TreesDeps, { ledger, trees }: { ledger: Ledger; trees: Trees }): Promise<void> {
  const house = createHousekeeping({
    ...git,
    diskUse: systemDiskUse,
    find: ledger.find,
    trees,
    refresh: async (name) => {
      const path = git.projects()[name]?.path;
      if (path !== undefined) await openRepository(git, { project: name, path });
    },
    log: { info: none },
  });
  await house.mend();
}

/** The control: presents each merge as the tree on which the work's own checks have already passed. */
function withoutMergeChecks(trees: Trees): Trees {
  const works = new Map<string, string>();
  return {
    ...trees,
    candidate: async (order) => {
      const found = await trees.candidate(order);
      works.set(order.tree.branch, order.work);
      return found.kind === "ready" ? { ...found, tree: order.work } : found;
    },
    prepareMerge: async (order) => {
      const ready = await trees.prepareMerge(order);
      const tree = works.get(order.tree.branch);
      return ready.kind === "ready" && tree !== undefined ? { ...ready, tree } : ready;
    },
  };
}
