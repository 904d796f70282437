// A conductor with a little guild member behind it: real ledger and journals, real gateway, real HTTP, and a clock that
// the test moves.
import { emptyHandoff, type Handoff } from "../../../../src/contract/home/handoff.ts";
import { commissionLayout, type HomeLayout } from "../../../../src/contract/home/home-layout.ts";
import type { CommissionOutcome } from "../../../../src/contract/commission/events.ts";
import { fact } from "../../../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../../../src/contract/home/ids.ts";
import { memberName, memberOf } from "../../../../src/contract/member/member.ts";
import type { Conductor } from "../../../../src/hall/dispatch/conductor.ts";
import type { DispatchDeps } from "../../../../src/hall/dispatch/deps.ts";
import { tidyEnded } from "../../../../src/hall/wiring/wire-member-engine.ts";
import { createRoutingEngine } from "../../../../src/hall/engine/routing.ts";
import { commissionBenches } from "../../../../src/contract/home/bench-places.ts";
import { createLocalEngine } from "../../../../src/hall/engine/local.ts";
import { systemDisk } from "../../../../src/host/files/disk.ts";
import { newUuid } from "../../../../src/host/ids.ts";
import { systemLocks } from "../../../../src/host/processes/locks.ts";
import { createSend } from "../../../../src/host/network/outbound.ts";
import { systemProcesses } from "../../../../src/host/processes/processes.ts";
import { createJournalTail } from "../../../../src/store/ledger/journal-tail.ts";
import { stoppedByPerson } from "../../../../src/guild/members/member-registry.ts";
import type { Members, Reached } from "../../../../src/guild/members/members.ts";
import { createWorkerHandle } from "../../../../src/guild/members/calls/worker-handle.ts";
import { jobOwner } from "../../../../src/hall/engine/member/job-owner.ts";
import { createMemberEngine, type MemberEngine } from "../../../../src/hall/engine/member/member-engine.ts";
import { memberWorker } from "../../../../src/rules/member/member-worker.ts";
import { isEnded, isRunning } from "../../../../src/rules/commission/state.ts";
import { handoffTo, openTestJobs, type TestJobs } from "../../../model/gateway/jobs-support.ts";
import { untilMoved } from "../../../harness/hall.ts";
import { setUpConductor } from "../../../harness/conductor.ts";
import { someHome } from "../../../harness/ledger/some-ledger.ts";
import type { LittleMember } from "./little-member.ts";

export const scout = memberName.parse("scout");
export const request = {
  worker: "member:scout",
  title: "Look into it",
  task: "Look.",
};

/** Where no model answers, and none is asked unless a test does. */
const nobody = "http://127.0.0.1:9";

export interface MemberHallChoice {
  home?: HomeLayout;
  handoff?: Handoff;
  policy?: Partial<DispatchDeps["policy"]>;
  /** Where the member is, instead of where it is. */
  endpoint?: (signal: AbortSignal) => Promise<Reached>;
}

export interface MemberHall extends Awaited<ReturnType<typeof setUpConductor>> {
  conductor: Conductor;
  engine: MemberEngine;
  jobs: TestJobs;
  /** Time passes until it holds. */
  passes(holds: () => boolean | Promise<boolean>): Promise<void>;
  ends(id: CommissionId): Promise<void>;
  /** As a person does. Its process is not touched here. */
  stopMember(): void;
  /** As a hall that dies: nothing more is written, and nobody is told. */
  dies(): Promise<void>;
}

const halls: MemberHall[] = [];

/** Call it after each test, before its directories go. */
export async function closeMemberHalls(): Promise<void> {
  for (const hall of halls.splice(0)) await hall.dies();
}

export async function openMemberHall(
  member: LittleMember,
  choice: MemberHallChoice = {},
): Promise<MemberHall> {
  const home = choice.home ?? someHome();
  const handoff = choice.handoff ?? handoffTo(nobody);
  const hall = await setUpConductor({ roster, hasModel: handoff.credential !== null }, home);
  const stop = new AbortController();
  const members = { worker: workerAt({ hall, member, choice }), stopped: () => stop.signal };
  const jobs = openTestJobs({
    handoff,
    ownerOf: (...job) => jobOwner({ ...hall, members, callOff: engine.callOff }, ...job),
  });
  jobs.jobs.admit(scout, "secret-of-scout");
  const engine: MemberEngine = engineFor({ hall, home, jobs, handoff, members });
  Object.assign(hall.deps, {
    engine: routed(hall, home, engine),
    journals: journalsOf(home),
    policy: { ...hall.deps.policy, ...choice.policy },
  } satisfies Partial<DispatchDeps>);
  tidyEnded(hall.deps, { ledger: hall.ledger, memberEngine: engine });
  engine.adopt(
    hall.ledger
      .live()
      .filter(isRunning)
      .map(({ record }) => ({ id: record.request.id, bench: record.bench })),
  );
  const conductor = hall.open();
  conductor.recover();
  const passes: MemberHall["passes"] = (holds) =>
    untilMoved("what the test waits for", () => (hall.clock.advance(100), holds()), 25_000);
  const opened: MemberHall = {
    ...hall,
    conductor,
    engine,
    jobs,
    passes,
    stopMember: () => stop.abort(stoppedByPerson(scout)),
    ends: (id) => passes(() => hall.ledger.summary(id)?.endedAt !== null),
    dies: async () => {
      halls.splice(0, halls.length, ...halls.filter((each) => each !== opened));
      await conductor.stop();
      await engine.close();
      await hall.ledger.close();
    },
  };
  halls.push(opened);
  return opened;
}

const roster: DispatchDeps["roster"] = {
  find: async (name) =>
    name === "member:scout"
      ? {
          worker: memberWorker({ name: scout, displayName: "Scout", description: "Looks." }),
          toolboxes: [],
        }
      : undefined,
  names: async () => ["member:scout"],
  whyPassedOver: () => undefined,
  member: async (name) => (name === "scout" ? { isInHome: true, takesWork: true } : undefined),
};

interface Parts {
  hall: Awaited<ReturnType<typeof setUpConductor>>;
  home: HomeLayout;
  jobs: TestJobs;
  handoff: Handoff;
  members: Pick<Members, "worker" | "stopped">;
}

function workerAt({
  hall: { clock },
  member,
  choice,
}: {
  hall: Parts["hall"];
  member: LittleMember;
  choice: MemberHallChoice;
}): Members["worker"] {
  const endpoint = choice.endpoint ?? (async () => ({ url: member.url, secret: "s" }));
  return async (name) =>
    createWorkerHandle({
      name,
      capabilities: ["worker"],
      endpoint,
      send: createSend(),
      clock,
      newId: newUuid,
    });
}

function engineFor({ hall, home, jobs, handoff, members }: Parts): MemberEngine {
  const { clock, ledger } = hall;
  return createMemberEngine({
    home,
    clock,
    disk: systemDisk,
    locks: systemLocks,
    self: self(),
    version: "0",
    nudge: hall.tell,
    members,
    gateway: jobs.jobs,
    handoff,
    isCancelled: (id) => ledger.live().find(({ record }) => record.request.id === id)?.record.cancel !== null,
    log: { info: () => undefined, error: () => undefined },
  });
}

export function self() {
  const identity = systemProcesses.identify(process.pid);
  if (!identity) throw new Error("This process cannot be identified.");
  return identity;
}

function routed(hall: Parts["hall"], home: HomeLayout, inside: MemberEngine): DispatchDeps["engine"] {
  const local = createLocalEngine({
    home,
    places: commissionBenches,
    handoff: emptyHandoff,
    locks: systemLocks,
    processes: systemProcesses,
    claimSpare: async () => null,
    spawn: () => Promise.reject(new Error("No workbench is started here.")),
    openOutput: () => ({ descriptor: 1, close: () => undefined }),
    readOutput: () => "",
    scrub: (text) => text,
    program: { runtime: "", main: "" },
    env: {},
  });
  return createRoutingEngine({
    local,
    inside,
    isInside: (id) => memberOf(hall.ledger.summary(id)?.worker ?? "") !== null,
    self: self(),
  });
}

function journalsOf(home: HomeLayout): DispatchDeps["journals"] {
  return {
    tail: ({ id, bench }, afterSeq) => {
      const { blobs, journal } = commissionLayout(home, id);
      return createJournalTail({ disk: systemDisk }, { path: journal(bench), blobs, schema: fact, afterSeq });
    },
  };
}

export function commissioned(hall: MemberHall, more: object = {}): Promise<CommissionId> {
  return hall.accept(hall.conductor, { ...request, ...more });
}

/** Sent, and known to be there. */
export async function atWork(hall: MemberHall, more: object = {}): Promise<CommissionId> {
  const id = await commissioned(hall, more);
  await hall.passes(async () => (await hall.statusOf(id)) === "in_progress");
  return id;
}

export async function outcomeOf(hall: MemberHall, id: CommissionId): Promise<CommissionOutcome> {
  const commission = await hall.ledger.find(id);
  if (!commission || !isEnded(commission)) throw new Error("It has not ended.");
  return commission.outcome;
}
