// Carries out guild members' commissions inside the hall: the member does the work, and the hall sends the job, polls
// its progress and records it. To the conductor, each such commission looks as if it had a workbench.
import type { BenchRef } from "../../../contract/commission/bench-ref.ts";
import { messageOf } from "../../../base/text/message-of.ts";
import { runBench } from "../../../workbench/bench/run-bench.ts";
import { commissionLayout } from "../../../contract/home/home-layout.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { Engine, Presence } from "../local.ts";
import type { LastWords } from "../../../rules/course/describe-loss.ts";
import type { Commission, MemberJob } from "../../../rules/commission/state.ts";
import { callOff } from "./call-off.ts";
import { carryOut } from "./carry-out.ts";
import type { MemberEngineDeps } from "./deps.ts";

export interface MemberEngine extends Pick<
  Engine,
  "start" | "presence" | "ended" | "exitCode" | "lastWords" | "signal" | "forget"
> {
  /**
   * Resumes the commissions of the previous hall under the same workbench numbers, so that no job is sent or
   * charged twice.
   */
  adopt(refs: readonly BenchRef[]): void;
  /** Cancels the job of an ended commission if the job may still be running. */
  tidy(ended: Commission): void;
  /** Cancels a running job that no commission needs any more. */
  callOff(job: MemberJob): void;
  /** Stops following the jobs, which keep running for the next hall. */
  close(): Promise<void>;
}

interface Work {
  bench: number;
  stop: AbortController;
  drop: AbortController;
  over: boolean;
  exitCode: number | null;
  ended: Promise<void>;
}

interface Room {
  deps: MemberEngineDeps;
  works: Map<CommissionId, Work>;
  leave: AbortController;
  background: Set<Promise<void>>;
}

export function createMemberEngine(deps: MemberEngineDeps): MemberEngine {
  const room: Room = { deps, works: new Map(), leave: new AbortController(), background: new Set() };
  return {
    start: async (ref) => begin(room, ref),
    presence: (ref) => presence(room, ref),
    ended: (ref) => workOf(room, ref)?.ended ?? new Promise(() => undefined),
    exitCode: (ref) => workOf(room, ref)?.exitCode ?? null,
    lastWords: () => noWords,
    signal: (ref, how) => signal(room, ref, how),
    forget: (ref) => forget(room, ref),
    adopt: (refs) => refs.forEach((ref) => begin(room, ref)),
    tidy: (ended) => tidy(room, ended),
    callOff: (job) => endJob(room, job),
    close: () => close(room),
  };
}

/** A commission that is carried out here has no process of its own. Its notes are in the hall's log, with its id. */
const noWords: LastWords = { exit: null, said: null, file: "hall.jsonl" };

function begin(room: Room, ref: BenchRef): void {
  const work: Work = {
    bench: ref.bench,
    stop: new AbortController(),
    drop: new AbortController(),
    over: false,
    exitCode: null,
    ended: Promise.resolve(),
  };
  work.ended = run(room, ref, work).then((exitCode) => {
    work.exitCode = exitCode;
    work.over = true;
  });
  room.works.set(ref.id, work);
}

/** Returns an exit code as a program would: 1 if an error is thrown. */
async function run({ deps, leave, background }: Room, ref: BenchRef, work: Work): Promise<number> {
  const { id, bench } = ref;
  const orders = {
    stop: work.stop.signal,
    drop: work.drop.signal,
    leave: leave.signal,
    background: (task: Promise<void>) => track(background, task),
  };
  const print = (said: string) => deps.log.info("a note on a guild member's commission", { id, bench, said });
  const makeReady = async () => (open: Parameters<typeof carryOut>[1]) => carryOut(deps, open, orders);
  try {
    return await runBench({ ...deps, print, makeReady }, ref);
  } catch (error) {
    const reason = messageOf(error);
    deps.log.error("a guild member's commission could not be carried out", { id, bench, reason });
    return 1;
  }
}

function track(background: Set<Promise<void>>, task: Promise<void>): Promise<void> {
  background.add(task);
  return task.finally(() => background.delete(task));
}

function workOf({ works }: Room, { id, bench }: BenchRef): Work | undefined {
  const work = works.get(id);
  return work?.bench === bench ? work : undefined;
}

/** Deletes the entry once its work has ended, unless the commission has other work by then. */
function forget(room: Room, ref: BenchRef): void {
  const work = workOf(room, ref);
  void work?.ended.then(() => workOf(room, ref) === work && room.works.delete(ref.id));
}

function presence(room: Room, ref: BenchRef): Presence {
  const work = workOf(room, ref);
  if (work?.over) return "gone";
  const { locks, home } = room.deps;
  if (locks.isHeld(commissionLayout(home, ref.id).benchLock)) return "alive";
  return work ? "starting" : "unknown";
}

/** Aborts the work. Signals no process, because the process on record is the hall itself. */
function signal(room: Room, ref: BenchRef, how: "stop" | "kill"): boolean {
  const work = workOf(room, ref);
  if (!work || work.over) return false;
  work.stop.abort();
  if (how === "kill") work.drop.abort();
  return true;
}

/**
 * The kinds of end after which the job may not have been cancelled; `null` means that no end is on record.
 */
const unseen: readonly (string | null)[] = [null, "stopped", "lost", "activation"];

function tidy(room: Room, { status, record }: Commission): void {
  const { job, end } = record;
  if (job === null || status === "completed" || !unseen.includes(end?.how ?? null)) return;
  endJob(room, job);
}

function endJob({ deps, leave, background }: Room, job: MemberJob): void {
  void track(background, callOff(deps, job, leave.signal));
}

async function close({ works, leave, background }: Room): Promise<void> {
  leave.abort();
  await Promise.all([...works.values()].map(({ ended }) => ended));
  await Promise.all(background);
}
