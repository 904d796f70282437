// Runs the protocol around one commission. It takes the lock, checks that the commission is still wanted, and
// keeps a journal of facts until the session ends. The hall decides what follows from the facts.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { messageOf } from "../../base/text/message-of.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import {
  type CommissionLayout,
  commissionLayout,
  type HomeLayout,
  workLayout,
} from "../../contract/home/home-layout.ts";
import { ledgerEvent } from "../../contract/commission/events.ts";
import { storageCodeOf, storageExitCode } from "../../contract/home/storage-fault.ts";
import { sleep } from "../../host/clock.ts";
import type { Lock, Locks } from "../../host/processes/locks.ts";
import { readJournal } from "../../store/ledger/journal.ts";
import { fold } from "../../rules/commission/evolve.ts";
import { type Commission, type CommissionRecord, isRunning } from "../../rules/commission/state.ts";
import { type Bench, openBench, type OpenBenchDeps } from "./bench.ts";

/** Dependencies of the protocol around a session; `makeReady` provides the session itself. */
export interface BenchDeps extends OpenBenchDeps {
  home: HomeLayout;
  locks: Locks;
  print(line: string): void;
  makeReady(expected: CommissionRecord): Promise<CarryOut>;
}

/**
 * Carries out the commission and returns how its session ended. `null` if the work is left as it is, to be continued
 * later at the same bench.
 */
export type CarryOut = (bench: Bench) => Promise<SessionEnd | null>;

/**
 * Returns the exit code of the process: 0 if the journal says how the session ended or if there was nothing
 * to do. There is a separate exit code for a disk that cannot be written, because the journal cannot record
 * that.
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
    const bench = await openBench(deps, { ...ref, layout, commission });
    if (bench === null) return leave(deps, "The session of this workbench is over already.");
    await work(deps, bench, carryOut);
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

/** Returns `null` if the lock stays taken. Retries, because the hall tests the lock by taking it for an instant. */
async function takeLock(deps: BenchDeps, layout: CommissionLayout): Promise<Lock | null> {
  for (let tries = 0; tries < 40; tries += 1) {
    const lock = deps.locks.tryLock(layout.benchLock);
    if (lock) return lock;
    await sleep(deps.clock, 25);
  }
  return null;
}

/**
 * Reads the commission from the ledger. Returns `null` if the hall no longer waits for this workbench. Only a
 * read under the lock is final: a hall that gives up on this workbench records that before it releases the
 * lock.
 */
export async function readWanted(
  deps: Pick<BenchDeps, "disk">,
  layout: CommissionLayout,
  ref: BenchRef,
): Promise<Commission | null> {
  const place = { path: layout.events, blobs: layout.blobs, schema: ledgerEvent };
  const commission = fold((await readJournal(deps, place)).events);
  if (!commission || !isRunning(commission)) return null;
  const { bench, end, plan } = commission.record;
  return bench === ref.bench && end === null && plan === null ? commission : null;
}

/**
 * Carries out the commission and records how its session ended as the journal's last line. Records nothing if
 * `carryOut` returns `null`: then the work is continued later.
 */
async function work(deps: BenchDeps, bench: Bench, carryOut: CarryOut): Promise<void> {
  let end: SessionEnd | null;
  try {
    end = isCalledOff(bench) ? { how: "stopped" } : await carryOut(bench);
  } catch (error) {
    const message = messageOf(error);
    deps.print(error instanceof Error ? (error.stack ?? message) : message);
    end = { how: storageCodeOf(error) === null ? "activation" : "storage", message };
  }
  if (end === null) return;
  await bench.record({ type: "session.ended", end, ms: Math.round(bench.elapsedMs()) });
}

/**
 * Returns true if the commission was cancelled or stopped before it began. A reopened bench always runs, because it has
 * to deal with what an earlier process began there.
 */
function isCalledOff({ commission, isReopened }: Bench): boolean {
  const { cancel, stopRequested } = commission.record;
  return !isReopened && (cancel !== null || stopRequested);
}
