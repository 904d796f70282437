// The hall's composition root: creates every part and passes it to the parts that need it.
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
import { type Ledger, openLedger } from "../store/ledger/ledger.ts";
import type { Members } from "../guild/members/members.ts";
import { jobOwner } from "./engine/member/job-owner.ts";
import type { MirrorEngine } from "./engine/member/member-engine.ts";
import { openRoster } from "../guild/roster/fresh.ts";
import { rosterProblems } from "../guild/roster/problems.ts";
import { createInspection, type Inspection } from "./upkeep/inspection.ts";
import { createUpkeep, type Upkeep } from "./upkeep/upkeep.ts";
import { createBases, type HallBases } from "./projects/bases.ts";
import { type HallDoor, openDoor } from "./wiring/door.ts";
import { endingGit } from "./wiring/ending-git.ts";
import { readToken } from "./wiring/home.ts";
import { type WorktreeKeeper, openHouse } from "./projects/worktree-keeper.ts";
import { openDeferredBook } from "./needs/deferred-file.ts";
import { createSetUps, type HallSetUps } from "./projects/set-ups.ts";
import { createNews, type News } from "./http/stream/news.ts";
import { openPageKeys } from "./http/page/page-keys.ts";
import { createNudges } from "./wiring/nudges.ts";
import type { HallOptions, HallParts } from "./wiring/parts.ts";
import { openHallMembers } from "./wiring/wire-members.ts";
import { openQuotaBook, tellingQuota } from "./operations/quota-file.ts";
import { checkDemand } from "./operations/sandbox-demand.ts";
import { type GatewayNeeds, openJobs } from "./wiring/wire-gateway.ts";
import { openMemory, wireChores } from "./wiring/wire-memory.ts";
import { leftByHallBefore, openMirror, tidyEnded } from "./wiring/wire-member-engine.ts";
import {
  wireBases,
  wireDispatch,
  wireHouse,
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
  const ledger = await openLedger(wireLedger(parts, home, news));
  const nudges = createNudges();
  const quota = tellingQuota(await openQuotaBook(parts, options), news);
  const deferred = await openDeferredBook(parts.disk, home);
  const keys = await openPageKeys({ ...parts, home });
  const memory = openMemory(parts, home);
  const over = new AbortController();
  const git = wireTrees(parts, home, { config, ledger, signal: over.signal });
  const underway = createUnderway();
  const house = houseOf(parts, { ledger, git, news, underway });
  const { bases, setUps } = openBases(parts, options, { config, git, news });
  await setUps.inspect();
  const quotaSpent: GatewayNeeds["quotaSpent"] = (refused) => conductor.quotaSpent(refused);
  const ownerOf: GatewayNeeds["ownerOf"] = (...job) =>
    jobOwner({ ...parts, ledger, members, callOff: mirror.callOff }, ...job);
  const jobs = await openJobs(parts, options, { config, quotaSpent, ownerOf, members: () => members });
  const members: Members = await openHallMembers(parts, options, { config, jobs, news });
  const mirror: MirrorEngine = openMirror(parts, options, { ledger, nudges, jobs, members });
  const kept = { quota, deferred, config, memory, bases, setUps, keys };
  const core = { ledger, roster, nudges, news, underway, ...kept, house, jobs, members, mirror };
  const conductor: Conductor = createConductor(wireDispatch(parts, options, core));
  const chores = createChores(wireChores(parts, options, { ...core, conductor }));
  const listener = await listenForNudges(home.nudgeSocket, nudges.heard);
  const upkeep = createUpkeep(wireUpkeep(parts, home, { ledger, config }));
  const inspection = createInspection(wireInspection(parts, { ledger }));
  const door = openDoor(parts, options, { ...core, git, conductor, chores, upkeep, inspection, token });
  checkMerged({ ledger, bases });
  for (const part of [conductor, chores, house]) config.whenChanged(part.reconsider);
  config.whenRead(() => news.tell("config"));
  house.start(conductor.reconsider);
  void underway.add(readMarks(parts, git));
  void members.adopt();
  tidyEnded(parts, { ledger, mirror });
  mirror.adopt(leftByHallBefore(ledger));
  conductor.recover();
  chores.reconsider();
  upkeep.start();
  inspection.start();
  const lost = [...ledger.problems, ...quota.problems, ...deferred.problems, ...keys.problems];
  for (const problem of [...lost, ...rosterProblems(roster.latest())]) parts.log.warn(problem);
  return {
    record: door.record,
    warnings: config.problems(),
    stop: () =>
      endingGit(parts, { over, underway }, () =>
        stop({ ...core, door, conductor, chores, upkeep, inspection, listener }),
      ),
  };
}

/** Opens set-ups and bases together, because an approved set-up may make a failing base pass its checks. */
function openBases(
  parts: HallParts,
  options: HallOptions,
  { config, git, news }: { config: HeldConfig; git: TreesDeps; news: News },
): { bases: HallBases; setUps: HallSetUps } {
  const deps = wireBases(parts, options, { config, git });
  const bases = createBases({ ...deps, changed: () => news.tell("projects") });
  const setUps = createSetUps({ ...parts, git, plan: deps.stage, changed: () => news.tell("attention") });
  setUps.subscribe((project) => void bases.check(project));
  return { bases, setUps };
}

/** Checks the base after every merge, because the next work begins on it. */
function checkMerged({ ledger, bases }: { ledger: Ledger; bases: HallBases }): void {
  ledger.subscribe(({ event, summary }) => {
    if (event.type === "finish.applied" && event.tree?.state === "merged" && summary.project !== null)
      void bases.check(summary.project);
  });
}

function houseOf(
  parts: HallParts,
  { ledger, git, news, underway }: { ledger: Ledger; git: TreesDeps; news: News; underway: Underway },
): WorktreeKeeper {
  const trees = createTrees(git);
  const looked = () => news.tell("status");
  return openHouse({ ...wireHouse(parts, { ledger }, { deps: git, face: trees }), underway, looked }, trees);
}

/**
 * Reads the marks of commits whose authors had read untrusted text, at start-up, so that damage is reported before work
 * begins.
 */
async function readMarks({ log }: HallParts, { marks }: TreesDeps): Promise<void> {
  try {
    await marks.open();
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
  mirror: MirrorEngine;
  conductor: Conductor;
  chores: Chores;
  upkeep: Upkeep;
  inspection: Inspection;
  house: WorktreeKeeper;
  bases: HallBases;
  listener: NudgeListener;
  ledger: Ledger;
  config: HeldConfig;
}

async function stop(running: Running): Promise<void> {
  const { door, jobs, members, mirror, conductor, chores, upkeep, house, bases } = running;
  const { listener, ledger, config, inspection } = running;
  await config.close();
  door.app.stop();
  door.attention.close();
  // Closed first, so that open model requests of guild members are on record before any journal is closed.
  await jobs.close();
  await chores.stop();
  await bases.stop();
  await house.stop();
  await conductor.stop();
  await mirror.close();
  await members.close();
  await upkeep.stop();
  await inspection.stop();
  await listener.close();
  await door.server.stop();
  await ledger.close();
}
