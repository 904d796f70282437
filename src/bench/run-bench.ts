// The protocol of whoever carries out one commission: it takes the lock, makes sure that it is still wanted, and keeps
// a journal of facts until the session is over. What follows from the facts is for the hall to decide.
import { type Fact, type FactBody, fact, type SessionEnd } from "../contract/facts.ts";
import {
  type CommissionLayout,
  commissionLayout,
  type HomeLayout,
  workLayout,
} from "../contract/home-layout.ts";
import { ledgerEvent } from "../contract/events.ts";
import type { CommissionId } from "../contract/ids.ts";
import { storageCodeOf, storageExitCode } from "../contract/storage-fault.ts";
import { type Clock, sleep } from "../host/clock.ts";
import type { Disk } from "../host/disk.ts";
import type { Lock, Locks } from "../host/locks.ts";
import type { ProcessIdentity } from "../host/processes.ts";
import { type Journal, openJournal, readJournal } from "../ledger/journal.ts";
import { fold } from "../rules/evolve.ts";
import { learn } from "../rules/learn.ts";
import { type Commission, type Dossier, isRunning } from "../rules/state.ts";
import { bringsStrangersWords } from "../rules/taint.ts";
import { startWorkClock, type WorkClock } from "./work-clock.ts";

export interface BenchRef {
  id: CommissionId;
  bench: number;
}

export interface Bench extends BenchRef, WorkClock {
  /** As it was found. */
  commission: Commission;
  layout: CommissionLayout;
  /** What is on record by now: the commission as it was found, and what this workbench has added. */
  known(): Dossier;
  /** Whether the run has read words of strangers by now, at this workbench or at an earlier one. */
  isTainted(): boolean;
  /** Durable, and the hall told of it, when it resolves. */
  record(body: FactBody): Promise<void>;
}

/** What the protocol around a session needs; the session itself is handed in. */
export interface BenchDeps {
  home: HomeLayout;
  clock: Clock;
  disk: Disk;
  locks: Locks;
  self: ProcessIdentity;
  version: string;
  /** Tells the hall that the journal has grown. */
  nudge(id: CommissionId): void;
  print(line: string): void;
  makeReady(expected: Dossier): Promise<CarryOut>;
}

export type CarryOut = (bench: Bench) => Promise<SessionEnd>;

/**
 * The process's exit code: 0 when the journal says how the session ended, or when there was nothing to do. A disk that
 * takes no record is told by a code of its own: nothing else can be written.
 */
export async function runBench(deps: BenchDeps, ref: BenchRef): Promise<number> {
  try {
    return await runUnderLock(deps, ref);
  } catch (error) {
    if (storageCodeOf(error) === null) throw error;
    deps.print(`The disk takes no record of this workbench: ${(error as Error).message}`);
    return storageExitCode;
  }
}

async function runUnderLock(deps: BenchDeps, ref: BenchRef): Promise<number> {
  const place = commissionLayout(deps.home, ref.id);
  const expected = await readWanted(deps, place, ref);
  if (!expected) return leave(deps, unwanted);
  const carryOut = await deps.makeReady(expected.record);
  const lock = await takeLock(deps, place);
  if (!lock) return leave(deps, "Another workbench, or the hall, holds the lock of this commission.");
  try {
    const commission = await readWanted(deps, place, ref);
    if (!commission) return leave(deps, unwanted);
    const layout = workLayout(deps.home, ref.id, commission.record.tree);
    await work(deps, await openBench(deps, { ...ref, layout, commission }), carryOut);
    return 0;
  } finally {
    lock.release();
  }
}

const unwanted = "The hall no longer waits for this workbench.";

function leave(deps: BenchDeps, why: string): number {
  deps.print(why);
  return 0;
}

/** The hall asks whether the lock is held by taking it for an instant, so one failed try means nothing. */
async function takeLock(deps: BenchDeps, layout: CommissionLayout): Promise<Lock | null> {
  for (let tries = 0; tries < 40; tries += 1) {
    const lock = deps.locks.tryLock(layout.benchLock);
    if (lock) return lock;
    await sleep(deps.clock, 25);
  }
  return null;
}

/** Only what is read under the lock counts: a hall that gave this workbench up has said so before it let the lock go. */
async function readWanted(
  deps: BenchDeps,
  layout: CommissionLayout,
  ref: BenchRef,
): Promise<Commission | null> {
  const place = { path: layout.events, blobs: layout.blobs, schema: ledgerEvent };
  const commission = fold((await readJournal(deps, place)).events);
  if (!commission || !isRunning(commission)) return null;
  const { bench, end, plan } = commission.record;
  return bench === ref.bench && end === null && plan === null ? commission : null;
}

type Opening = BenchRef & Pick<Bench, "layout" | "commission">;

async function openBench(deps: BenchDeps, opening: Opening): Promise<Bench> {
  const { layout, bench, id } = opening;
  const place = { path: layout.journal(bench), blobs: layout.blobs, schema: fact };
  const { journal }: { journal: Journal<FactBody, Fact> } = await openJournal(deps, place);
  let known = opening.commission.record;
  let { tainted } = known;
  const record = async (body: FactBody) => {
    tainted ||= bringsStrangersWords(body);
    for (const { seq, at } of await journal.append([body]))
      known = learn(known, { ...body, bench, benchSeq: seq, at });
    deps.nudge(id);
  };
  const { pid, startTime, bootId } = deps.self;
  await record({ type: "bench.started", pid, startTime, bootId, version: deps.version });
  return {
    ...opening,
    ...startWorkClock(deps.clock),
    record,
    known: () => known,
    isTainted: () => tainted,
  };
}

/** Whatever happens, the last line says how it ended. */
async function work(deps: BenchDeps, bench: Bench, carryOut: CarryOut): Promise<void> {
  let end: SessionEnd;
  try {
    end = isCalledOff(bench.commission) ? { how: "stopped" } : await carryOut(bench);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    deps.print(error instanceof Error ? (error.stack ?? message) : message);
    end = { how: storageCodeOf(error) === null ? "activation" : "storage", message };
  }
  await bench.record({ type: "session.ended", end, ms: Math.round(bench.elapsedMs()) });
}

function isCalledOff({ record }: Commission): boolean {
  return record.cancel !== null || record.stopRequested;
}
