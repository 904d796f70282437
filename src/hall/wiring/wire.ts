// Wires the conductor, the ledger and the parts that they use with the machine and with one another.
import { messageOf } from "../../base/text/message-of.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { AttachmentStore } from "../attachments/attachment-store.ts";
import { findProject } from "../../contract/home/config.ts";
import { fact } from "../../contract/commission/facts.ts";
import { commissionLayout, type HomeLayout, workLayout } from "../../contract/home/home-layout.ts";
import { maxResumes, maxReturns } from "../../contract/commission/limits.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import type { DispatchDeps } from "../dispatch/deps.ts";
import { commissionBenches } from "../../contract/home/bench-places.ts";
import { createLocalEngine, type Engine } from "../engine/local.ts";
import { layOut } from "../../git/snapshot/lay-out.ts";
import { createMarks, type MarksDeps } from "../../git/merge/marks.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { JobsGateway } from "../../model/gateway/jobs/jobs.ts";
import type { TreesDeps } from "../../git/trees.ts";
import { endGroup } from "../../host/processes/children.ts";
import { unusedHashed } from "../../host/files/hashed-files.ts";
import { diskMeter, systemDiskUse } from "../../host/files/disk-use.ts";
import { spawnWithHandoff } from "../../host/processes/handoff.ts";
import { newUuid } from "../../host/ids.ts";
import { openOutput, readTailOf } from "../../host/processes/output-file.ts";
import { installed, plainEnvironment, workbenchEnvironment } from "../../host/program.ts";
import { createJournalTail } from "../../store/ledger/journal-tail.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { LedgerDeps } from "../../store/ledger/ledger-index.ts";
import type { Members } from "../../guild/members/members.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import type { MemberEngine } from "../engine/member/member-engine.ts";
import type { FreshDeps, FreshRoster } from "../../guild/roster/fresh.ts";
import { packagePlaces } from "../../guild/roster/places.ts";
import { rosterProblems } from "../../guild/roster/problems.ts";
import { secretsOf, withoutSecrets } from "../../rules/upkeep/secrets.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { tooMuchToParse } from "../../base/data/script-size.ts";
import type { Trees } from "../../rules/project/trees.ts";
import { enclose } from "../../workbench/sandbox/enclose.ts";
import type { InspectionDeps } from "../upkeep/inspection.ts";
import type { UpkeepDeps } from "../upkeep/upkeep.ts";
import { collectWork } from "../../workbench/workdir/collect.ts";
import { withHashes } from "../../workbench/workdir/hash-artifacts.ts";
import { prepareWork } from "../../workbench/workdir/prepare.ts";
import { createSetUpTools } from "../../workbench/checks/set-up-tools.ts";
import type { BasesDeps, HallBases } from "../projects/bases.ts";
import type { HallSetUps } from "../projects/set-ups.ts";
import type { WorktreeKeeper, WorktreeKeeperDeps } from "../projects/worktree-keeper.ts";
import { createKnownWorkers } from "../operations/known-workers.ts";
import { routeEngines } from "./wire-member-engine.ts";
import { startHold } from "../operations/sandbox-demand.ts";
import type { News } from "../http/stream/news.ts";
import type { Nudges } from "./nudges.ts";
import type { Spares } from "../engine/spares.ts";
import { workerArguments } from "./wire-spares.ts";
import { earlierMarks } from "../projects/earlier-marks.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { QuotaStore } from "../operations/quota-file.ts";
import { sampleFor } from "../operations/rehearsals.ts";

export function wireLedger(
  { disk, clock, log }: HallParts,
  home: HomeLayout,
  news: Pick<News, "tell">,
): LedgerDeps {
  const bestEffortFailed = (what: string, error: unknown) => log.error(what, { reason: messageOf(error) });
  const noticed = (what: string) => {
    log.warn(what);
    news.tell("status");
  };
  return { disk, clock, home, bestEffortFailed, noticed };
}

export function wireUpkeep(
  { disk, clock, log }: HallParts,
  home: HomeLayout,
  { ledger, config }: Pick<Core, "ledger" | "config">,
): UpkeepDeps {
  return {
    home,
    disk,
    diskUse: systemDiskUse,
    unusedFiles: unusedHashed,
    clock,
    log,
    ended: () => endedOf(ledger),
    retention: () => config.now().retention,
  };
}

export function wireInspection({ clock, log }: HallParts, { ledger }: Pick<Core, "ledger">): InspectionDeps {
  return { clock, log, ended: () => newestEnded(ledger), inspect: ledger.inspect };
}

function* newestEnded(ledger: Ledger): Generator<CommissionId> {
  for (const { id, status } of ledger.newest()) if (isEndedStatus(status)) yield id;
}

function* endedOf(ledger: Ledger): Generator<{ id: CommissionId; endedAt: string }> {
  for (const { id, status, endedAt } of ledger.summaries())
    if (isEndedStatus(status) && endedAt !== null) yield { id, endedAt };
}

export function wireRoster(
  { clock, log }: HallParts,
  { home, moreWorkers }: HallOptions,
  news: Pick<News, "tell">,
): FreshDeps {
  return {
    clock,
    places: packagePlaces({ installed, home, more: moreWorkers }),
    changed: (roster) => {
      const { workers, toolboxes } = roster;
      log.info("the packages have changed", { workers: workers.length, toolboxes: toolboxes.length });
      for (const problem of rosterProblems(roster)) log.warn(problem);
      news.tell("roster");
    },
    failed: (error) =>
      log.error("the packages could not be read", {
        reason: messageOf(error),
      }),
  };
}

export interface Core {
  ledger: Ledger;
  roster: FreshRoster;
  nudges: Nudges;
  config: HeldConfig;
  quota: QuotaStore;
  memory: MemoryStore;
  worktrees: WorktreeKeeper;
  bases: HallBases;
  setUps: HallSetUps;
  /** The gateway to a model for guild members. */
  jobs: JobsGateway;
  members: Members;
  spares: Spares;
  attachments: AttachmentStore;
  /** The engine that carries out guild members' commissions. */
  memberEngine: MemberEngine;
}

export function wireTrees(
  { disk, clock, log }: HallParts,
  home: HomeLayout,
  { config, ledger, signal }: Pick<Core, "config" | "ledger"> & { signal: AbortSignal },
): TreesDeps {
  const searchPath = plainEnvironment().PATH ?? "";
  const earlier: MarksDeps["earlier"] = (isAwaited) => earlierMarks({ ledger, clock, signal }, isAwaited);
  const marks = createMarks({ home, disk, earlier });
  return { home, disk, clock, log, searchPath, projects: () => config.now().projects, marks, signal };
}

export function wireBases(
  { disk, clock, log, probe }: HallParts,
  { home, handoff }: HallOptions,
  { config, git }: Pick<Core, "config"> & { git: TreesDeps },
): Omit<BasesDeps, "changed"> {
  const env = plainEnvironment();
  const { proxy, certFile, extraCaFile } = handoff;
  const certificates = [certFile, extraCaFile];
  const tools = createSetUpTools({ home, disk, clock, git, projects: git.projects, proxy, certificates });
  return {
    home,
    git,
    probe,
    log,
    config: config.now,
    stage: {
      ...tools,
      home,
      disk,
      clock,
      endGroup,
      enclose,
      diskUse: diskMeter,
      searchPath: git.searchPath,
      get readOnly() {
        return config.now().sandbox.readOnly;
      },
      personHome: env["HOME"],
      layOut: ({ signal, ...order }) =>
        layOut({ ...git, signal: git.signal ? AbortSignal.any([git.signal, signal]) : signal }, order),
    },
  };
}

export function wireWorktreeKeeper(
  { log, clock }: HallParts,
  { ledger }: Pick<Core, "ledger">,
  trees: { deps: TreesDeps; face: Trees },
): Omit<WorktreeKeeperDeps, "looked" | "underway"> {
  const { deps, face } = trees;
  return {
    ...deps,
    diskUse: systemDiskUse,
    find: ledger.find,
    trees: face,
    refresh: async (project) => {
      const { path } = findProject(deps.projects(), project) ?? {};
      if (path !== undefined) await openRepository(deps, { project, path });
    },
    clock,
    log,
  };
}

export function wireDispatch(parts: HallParts, options: HallOptions, core: Core): DispatchDeps {
  const { disk, clock, log } = parts;
  const { home, handoff, sampleProject } = options;
  const layoutOf = (id: CommissionId) => commissionLayout(home, id);
  return {
    ledger: core.ledger,
    roster: createKnownWorkers(core),
    engine: routeEngines(parts, wireEngine(parts, options, core), core),
    journals: {
      tail: ({ id, bench }, afterSeq) => {
        const { blobs, journal } = layoutOf(id);
        return createJournalTail({ disk }, { path: journal(bench), blobs, schema: fact, afterSeq });
      },
    },
    nudges: { next: core.nudges.next, poke: core.nudges.heard },
    work: {
      prepare: async (id, tree) =>
        tree === null
          ? prepareWork(disk, layoutOf(id), sampleProject ?? (await sampleOf(core, id)))
          : disk.makeDirectories(layoutOf(id).artifacts),
      collect: async (id, plan, tree) =>
        withHashes(layoutOf(id), await collectWork(disk, workLayout(home, id, tree), plan)),
    },
    attachments: core.attachments,
    trees: core.worktrees.treesOnceInOrder,
    bases: core.bases,
    setUps: core.setUps,
    condense: core.memory.compact,
    newId: () => commissionId.parse(newUuid()),
    checkRehearsal,
    clock,
    log,
    settings: () => settingsNow(parts, { config: core.config, home, worktrees: core.worktrees }),
    machine: parts.machine,
    quota: core.quota,
    sandbox: parts.probe.level,
    hasModel: handoff.credential !== null,
    startWithinMs: options.startWithinMs,
    policy: { maxResumes, maxFalseStarts: 3, maxReturns, canPause: true, backOffMs: [1000, 5000, 15_000] },
  };
}

async function sampleOf({ ledger, roster }: Core, id: CommissionId): Promise<string | null> {
  const commission = await ledger.find(id);
  return commission ? sampleFor({ roster, installed }, commission.record.request) : null;
}

function settingsNow(
  parts: HallParts,
  { config, home, worktrees }: { config: HeldConfig; home: HomeLayout; worktrees: WorktreeKeeper },
): ReturnType<DispatchDeps["settings"]> {
  const { slots, ...others } = config.now();
  // Without slots, no commission starts: the sandbox is weaker than required, or the worktrees are still
  // being cleaned up.
  const mayStart = startHold(parts, { config, home }) === null && worktrees.isInOrder();
  return { ...others, slots: mayStart ? slots : 0 };
}

function wireEngine(
  { locks, processes, runtime, workbench, probe }: HallParts,
  { home, handoff, moreWorkers }: HallOptions,
  { config, spares }: Pick<Core, "config" | "spares">,
): Engine {
  const program = { runtime, main: workbench, args: workerArguments(moreWorkers) };
  return createLocalEngine({
    claimSpare: spares.claim,
    home,
    places: commissionBenches,
    handoff: { ...handoff, sandbox: probe },
    locks,
    processes,
    spawn: spawnWithHandoff,
    openOutput,
    readOutput: (path) => readTailOf(path, outputBytes).text,
    scrub: (text) => withoutSecrets(text, secretsOf(handoff, config.now())),
    env: workbenchEnvironment(),
    program,
  });
}

/** How much of the end of a workbench's output is read: enough for an error with its stack. */
const outputBytes = 16_384;

function checkRehearsal(text: string): { ok: true } | { ok: false; message: string } {
  const tooMuch = tooMuchToParse(text);
  if (tooMuch !== null) return { ok: false, message: `The rehearsal is too large: ${tooMuch}.` };
  const parsed = parseRehearsal(text);
  if (parsed.ok) return { ok: true };
  return { ok: false, message: `The rehearsal is broken at line ${parsed.line}: ${parsed.message}` };
}
