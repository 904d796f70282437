// The hall's composition root: creates every part and passes it to the parts that need it.
import { createAttachmentStore } from "./attachments/attachment-store.ts";
import { messageOf } from "../base/text/message-of.ts";
import { type HeldConfig, holdConfig, readAtStart } from "../store/config/hold.ts";
import type { HallRecord } from "../contract/home/hall-record.ts";
import { type Chores, createChores } from "./dispatch/chores/chores.ts";
import { type Conductor, createConductor } from "./dispatch/conductor.ts";
import { createTrees, type TreesDeps } from "../git/trees.ts";
import type { HomeLayout } from "../contract/home/home-layout.ts";
import type { JobsGateway } from "../model/gateway/jobs/jobs.ts";
import { newSecret } from "../host/ids.ts";
import { listenForNudges, type NudgeListener } from "../host/network/nudge.ts";
import { createUnderway, type Underway } from "../base/async/underway.ts";
import { commissionKind } from "../store/ledger/kinds/commission.ts";
import { type Ledger, openLedger } from "../store/ledger/ledger.ts";
import type { Members } from "../guild/members/members.ts";
import { jobOwner } from "./engine/member/job-owner.ts";
import type { MemberEngine } from "./engine/member/member-engine.ts";
import { openRoster } from "../guild/roster/fresh.ts";
import { rosterProblems } from "../guild/roster/problems.ts";
import { createInspection, type Inspection } from "./upkeep/inspection.ts";
import { createUpkeep, type Upkeep } from "./upkeep/upkeep.ts";
import type { LedgerEvent } from "../contract/commission/events.ts";
import type { BaseCheckDeps } from "./projects/check-base.ts";
import { createBases, type HallBases } from "./projects/bases.ts";
import { type HallDoor, openDoor } from "./wiring/door.ts";
import { endingGit } from "./wiring/ending-git.ts";
import { readToken } from "./wiring/home.ts";
import { type WorktreeKeeper, openWorktreeKeeper } from "./projects/worktree-keeper.ts";
import { openDeferredItems } from "./needs/deferred-file.ts";
import { createSetUps, type HallSetUps } from "./projects/set-ups.ts";
import { createNews, type News } from "./http/stream/news.ts";
import { openPageKeys } from "./http/page/page-keys.ts";
import { createNudges } from "./wiring/nudges.ts";
import type { Previews } from "./engine/previews.ts";
import type { Spares } from "./engine/spares.ts";
import type { Landings } from "./landing/landings.ts";
import { openPreviews } from "./wiring/wire-previews.ts";
import { openSpares } from "./wiring/wire-spares.ts";
import { openLandings } from "./wiring/wire-landing.ts";
import type { HallOptions, HallParts } from "./wiring/parts.ts";
import { openHallMembers } from "./wiring/wire-members.ts";
import { openQuotaStore, tellingQuota } from "./operations/quota-file.ts";
import { checkDemand } from "./operations/sandbox-demand.ts";
import { type GatewayNeeds, openJobs } from "./wiring/wire-gateway.ts";
import { openMemory, wireChores } from "./wiring/wire-memory.ts";
import { leftByHallBefore, openMemberEngine, tidyEnded } from "./wiring/wire-member-engine.ts";
import {
  wireBases,
  wireDispatch,
  wireWorktreeKeeper,
  wireInspection,
  wireLedger,
  wireRoster,
  wireTrees,
  wireUpkeep,
} from "./wiring/wire.ts";

export interface Hall {
  record: HallRecord;
  /** Messages for the person who starts the hall. */
  warnings: string[];
  /** Stops taking requests, writes what is pending, and leaves the workbenches running. */
  stop(): Promise<void>;
}

/** Opens the hall. The caller must hold the home's lock. */
export async function openHall(parts: HallParts, options: HallOptions): Promise<Hall> {
  const { home } = options;
  const config = await openConfig(parts, home);
  const token = await readToken(parts.disk, home, newSecret);
  const news = createNews();
  const roster = await openRoster(wireRoster(parts, options, news));
  const ledger = await openLedger(wireLedger(parts, home, news), commissionKind);
  const nudges = createNudges();
  const quota = tellingQuota(await openQuotaStore(parts, options), news);
  const deferred = await openDeferredItems(parts.disk, home);
  const keys = await openPageKeys({ ...parts, home });
  const memory = openMemory(parts, home);
  const over = new AbortController();
  const git = wireTrees(parts, home, { config, ledger, signal: over.signal });
  const underway = createUnderway();
  const worktrees = worktreesOf(parts, { ledger, git, news, underway });
  const { bases, setUps, checks } = openBases(parts, options, { config, git, news });
  await setUps.inspect();
  const quotaSpent: GatewayNeeds["quotaSpent"] = (refused) => conductor.quotaSpent(refused);
  const ownerOf: GatewayNeeds["ownerOf"] = (...job) =>
    jobOwner({ ...parts, ledger, members, callOff: memberEngine.callOff }, ...job);
  const jobs = await openJobs(parts, options, { config, quotaSpent, ownerOf, members: () => members });
  const members: Members = await openHallMembers(parts, options, { config, jobs, news });
  const memberEngine: MemberEngine = openMemberEngine(parts, options, { ledger, nudges, jobs, members });
  const spares = await openSpares(parts, options, { ledger, config, news });
  const attachments = createAttachmentStore({ ...parts, home });
  const previews = await openPreviews(parts, options);
  const kept = { quota, deferred, config, memory, bases, setUps, keys, spares, previews, attachments };
  const core = { ledger, roster, nudges, news, underway, ...kept, worktrees, jobs, members, memberEngine };
  const conductor: Conductor = createConductor(wireDispatch(parts, options, core));
  const chores = createChores(wireChores(parts, options, { ...core, conductor }));
  const listener = await listenForNudges(home.nudgeSocket, nudges.heard);
  const trees = worktrees.treesOnceInOrder;
  const landings = openLandings(parts, {
    home,
    ledger,
    trees,
    git,
    checks,
    config: config.now,
    continuationOf: conductor.continuationOf,
  });
  const upkeep = createUpkeep(wireUpkeep(parts, home, { ledger, config }));
  const inspection = createInspection(wireInspection(parts, { ledger }));
  const acting = { ...core, git, conductor, landings, chores, upkeep, inspection };
  const door = openDoor(parts, options, { ...acting, token });
  start(parts, acting);
  const lost = [...ledger.problems, ...quota.problems, ...deferred.problems, ...keys.problems];
  for (const problem of [...lost, ...rosterProblems(roster.latest())]) parts.log.warn(problem);
  return {
    record: door.record,
    warnings: config.problems(),
    stop: () =>
      endingGit(parts, { over, underway }, () =>
        stop({ ...core, door, conductor, landings, chores, upkeep, inspection, listener }),
      ),
  };
}

type Starting = Omit<Running, "door" | "listener"> & {
  news: News;
  underway: Underway;
  git: TreesDeps;
};

/** Lets the parts hear of one another, and continues what an earlier hall left under way. */
function start(parts: HallParts, starting: Starting): void {
  const { ledger, bases, news, config, worktrees, underway, members, memberEngine } = starting;
  const { conductor, landings, chores, upkeep, inspection, git } = starting;
  checkMerged({ ledger, bases, news });
  for (const part of [conductor, chores, worktrees]) config.whenChanged(part.reconsider);
  config.whenRead(() => news.tell("config"));
  worktrees.start(conductor.reconsider);
  void underway.add(readMarks(parts, git));
  void members.adopt();
  tidyEnded(parts, { ledger, memberEngine });
  memberEngine.adopt(leftByHallBefore(ledger));
  conductor.recover();
  landings.recover();
  chores.reconsider();
  upkeep.start();
  inspection.start();
}

/**
 * Opens bases (the tips of integration branches) and set-ups (the commands that prepare a checkout) together,
 * because an approved set-up may make a failing base pass its checks.
 */
function openBases(
  parts: HallParts,
  options: HallOptions,
  { config, git, news }: { config: HeldConfig; git: TreesDeps; news: News },
): { bases: HallBases; setUps: HallSetUps; checks: BaseCheckDeps } {
  const deps = wireBases(parts, options, { config, git });
  const bases = createBases({ ...deps, changed: () => news.tell("projects") });
  const setUps = createSetUps({ ...parts, git, plan: deps.stage, changed: () => news.tell("attention") });
  setUps.subscribe((project) => void bases.check(project));
  return { bases, setUps, checks: deps };
}

/** Checks a project's base after every merge, because the next work begins on it. */
function checkMerged({ ledger, bases, news }: { ledger: Ledger; bases: HallBases; news: News }): void {
  ledger.subscribe(({ event, summary }) => {
    if (!hasMoved(event) || summary.project === null) return;
    void bases.check(summary.project);
    news.tell("projects");
  });
}

/** Whether the event says that a project's integration branch was moved. */
function hasMoved(event: LedgerEvent): boolean {
  if (event.type === "finish.applied") return event.tree?.state === "merged";
  return event.type === "landing.accepted" || event.type === "landing.undone";
}

function worktreesOf(
  parts: HallParts,
  { ledger, git, news, underway }: { ledger: Ledger; git: TreesDeps; news: News; underway: Underway },
): WorktreeKeeper {
  const trees = createTrees(git);
  const looked = () => news.tell("status");
  return openWorktreeKeeper(
    { ...wireWorktreeKeeper(parts, { ledger }, { deps: git, face: trees }), underway, looked },
    trees,
  );
}

/**
 * Reads the marks of commits whose authors had read untrusted text. Called at start-up, so that damage is
 * reported early.
 */
async function readMarks({ log }: HallParts, { marks }: TreesDeps): Promise<void> {
  try {
    await marks.readAhead();
    for (const problem of marks.problems()) log.warn(problem);
  } catch (error) {
    const reason = messageOf(error);
    log.warn("the marks of commits could not be read, and are read again when they are needed", { reason });
  }
}

/**
 * Opens config.yaml. Throws if it is broken or requires more than this machine offers, before anything else is opened.
 */
async function openConfig(parts: HallParts, home: HomeLayout): Promise<HeldConfig> {
  const deps = { ...parts, home };
  const found = await readAtStart(deps);
  checkDemand(parts, { config: { now: () => found.config }, home });
  return holdConfig(deps, found);
}

interface Running {
  door: HallDoor;
  jobs: JobsGateway;
  members: Members;
  memberEngine: MemberEngine;
  conductor: Conductor;
  landings: Landings;
  chores: Chores;
  upkeep: Upkeep;
  inspection: Inspection;
  worktrees: WorktreeKeeper;
  bases: HallBases;
  spares: Spares;
  previews: Previews;
  listener: NudgeListener;
  ledger: Ledger;
  config: HeldConfig;
}

async function stop(running: Running): Promise<void> {
  const { door, jobs, members, memberEngine, conductor, chores, upkeep, worktrees, bases } = running;
  const { listener, ledger, config, inspection, spares, landings } = running;
  await config.close();
  door.app.stop();
  door.attention.close();
  // The gateway of guild members is closed before any journal, so that their open model requests are on
  // record.
  await jobs.close();
  await chores.stop();
  await bases.stop();
  await landings.stop();
  await worktrees.stop();
  await conductor.stop();
  await spares.stop();
  await running.previews.stop();
  await memberEngine.close();
  await members.close();
  await upkeep.stop();
  await inspection.stop();
  await listener.close();
  await door.server.stop();
  await ledger.close();
}
