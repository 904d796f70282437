// Runs the protocol around one run, such as a commission. It takes the lock, checks that the run is still wanted, and
// keeps a journal of facts until the session ends. The hall decides what follows from the facts.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { messageOf } from "../../base/text/message-of.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { BenchLayout, HomeLayout } from "../../contract/home/home-layout.ts";
import { storageCodeOf, storageExitCode } from "../../contract/home/storage-fault.ts";
import { sleep } from "../../host/clock.ts";
import type { Lock, Locks } from "../../host/processes/locks.ts";
import { readJournal } from "../../store/ledger/journal.ts";
import type { BenchKind, BenchTypes } from "./bench-kind.ts";
import { type BenchOf, openBench, type OpenBenchDeps } from "./open-bench.ts";

/** Dependencies of the protocol around a session; `makeReady` provides the session itself. */
export interface RunDeps<B extends BenchTypes> extends OpenBenchDeps<B["id"]> {
  kind: BenchKind<B>;
  home: HomeLayout;
  locks: Locks;
  print(line: string): void;
  makeReady(expected: B["state"]): Promise<WorkOf<B>>;
}

/**
 * Does the work and returns how its session ended. `null` if the work is left as it is, to be continued later at the
 * same bench.
 */
export type WorkOf<B extends BenchTypes> = (bench: BenchOf<B>) => Promise<SessionEnd | null>;

/**
 * Returns the exit code of the process: 0 if the journal says how the session ended or if there was nothing
 * to do. There is a separate exit code for a disk that cannot be written, because the journal cannot record
 * that.
 */
export async function runUnderLock<B extends BenchTypes>(
  deps: RunDeps<B>,
  ref: BenchRef<B["id"]>,
): Promise<number> {
  try {
    return await takeUp(deps, ref);
  } catch (error) {
    if (storageCodeOf(error) === null) throw error;
    deps.print(`The disk takes no record of this workbench: ${(error as Error).message}`);
    return storageExitCode;
  }
}

async function takeUp<B extends BenchTypes>(deps: RunDeps<B>, ref: BenchRef<B["id"]>): Promise<number> {
  const { kind, home } = deps;
  const place = kind.places.layoutOf(home, ref.id);
  const expected = await readWantedOf(deps, place, ref);
  if (!expected) return leave(deps, unwanted);
  const carryOut = await deps.makeReady(expected);
  const lock = await takeLock(deps, place);
  if (!lock) return leave(deps, `Another workbench, or the hall, holds the lock of this ${kind.noun}.`);
  try {
    const state = await readWantedOf(deps, place, ref);
    if (!state) return leave(deps, unwanted);
    const layout = kind.workLayoutOf(home, ref.id, state);
    const bench = await openBench(deps, { ...ref, layout, state });
    if (bench === null) return leave(deps, "The session of this workbench is over already.");
    await work(deps, bench, carryOut);
    return 0;
  } finally {
    lock.release();
  }
}

const unwanted = "The hall no longer waits for this workbench.";

function leave(deps: { print(line: string): void }, why: string): number {
  deps.print(why);
  return 0;
}

/** Returns `null` if the lock stays taken. Retries, because the hall tests the lock by taking it for an instant. */
async function takeLock<B extends BenchTypes>(deps: RunDeps<B>, layout: BenchLayout): Promise<Lock | null> {
  for (let tries = 0; tries < 40; tries += 1) {
    const lock = deps.locks.tryLock(layout.benchLock);
    if (lock) return lock;
    await sleep(deps.clock, 25);
  }
  return null;
}

/**
 * Reads the run from its ledger. Returns `null` if the hall no longer waits for this workbench. Only a read under the
 * lock is final: a hall that gives up on this workbench records that before it releases the lock.
 */
export async function readWantedOf<B extends BenchTypes>(
  deps: Pick<RunDeps<B>, "disk" | "kind">,
  { events: path, blobs }: BenchLayout,
  ref: BenchRef<B["id"]>,
): Promise<B["state"] | null> {
  const { kind } = deps;
  const state = kind.fold((await readJournal(deps, { path, blobs, schema: kind.event })).events);
  return state && kind.isWanted(state, ref.bench) ? state : null;
}

/**
 * Does the work and records how its session ended as the journal's last line. Records nothing if `carryOut` returns
 * `null`: then the work is continued later.
 */
async function work<B extends BenchTypes>(
  deps: RunDeps<B>,
  bench: BenchOf<B>,
  carryOut: WorkOf<B>,
): Promise<void> {
  let end: SessionEnd | null;
  try {
    end = isCalledOff(deps.kind, bench) ? { how: "stopped" } : await carryOut(bench);
  } catch (error) {
    const message = messageOf(error);
    deps.print(error instanceof Error ? (error.stack ?? message) : message);
    end = { how: storageCodeOf(error) === null ? "activation" : "storage", message };
  }
  if (end === null) return;
  await bench.record({ type: "session.ended", end, ms: Math.round(bench.elapsedMs()) });
}

/**
 * Returns true if the run was cancelled or stopped before it began. A reopened bench always runs, because it has to
 * deal with what an earlier process began there.
 */
function isCalledOff<B extends BenchTypes>(kind: BenchKind<B>, { state, isReopened }: BenchOf<B>): boolean {
  return !isReopened && kind.isCalledOff(state);
}
