// Runs the protocol of a workbench around one commission.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Commission, CommissionRecord } from "../../rules/commission/state.ts";
import { type Bench, type CommissionRun, commissionRun } from "./bench.ts";
import type { BenchOf } from "./open-bench.ts";
import { readWantedOf, type RunDeps, runUnderLock } from "./run-under-lock.ts";

export interface BenchDeps extends Omit<RunDeps<CommissionRun>, "kind" | "makeReady"> {
  makeReady(expected: CommissionRecord): Promise<CarryOut>;
}

/**
 * Carries out the commission and returns how its session ended. `null` if the work is left as it is, to be continued
 * later at the same bench.
 */
export type CarryOut = (bench: Bench) => Promise<SessionEnd | null>;

/** Returns the exit code of the process. */
export function runBench(deps: BenchDeps, ref: BenchRef): Promise<number> {
  const makeReady = async ({ record }: Commission) => {
    const carryOut = await deps.makeReady(record);
    return ({ state, ...bench }: BenchOf<CommissionRun>) => carryOut({ ...bench, commission: state });
  };
  return runUnderLock({ ...deps, kind: commissionRun, makeReady }, ref);
}

/** Reads the commission from the ledger. Returns `null` if the hall no longer waits for this workbench. */
export function readWanted(
  { disk }: { disk: Disk },
  layout: CommissionLayout,
  ref: BenchRef,
): Promise<Commission | null> {
  return readWantedOf({ disk, kind: commissionRun }, layout, ref);
}
