// Remembers which commissions have facts that the hall cannot record. The list is only in memory, because the
// disk is what fails.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { storageCodeOf, storageExitCode } from "../../contract/home/storage-fault.ts";
import { isRunning } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";

/** Notes that following the commission failed. Never throws, because the caller is handling a fault already. */
export function noteUnrecorded(conductor: ConductorState, id: CommissionId, error: unknown): void {
  const commission = conductor.deps.ledger.live().find((live) => live.record.request.id === id);
  const finish = conductor.unfinished.get(id)?.reason ?? null;
  if (!commission || (!isRunning(commission) && finish === null)) return;
  const { bench, process } = commission.record;
  const isGone = isSurelyGone(conductor, { id, bench }, process !== null);
  conductor.unrecorded.set(id, { bench, code: storageCodeOf(error), isGone, finish });
}

function isSurelyGone({ deps }: ConductorState, ref: BenchRef, hadBegun: boolean): boolean {
  try {
    const presence = deps.engine.presence(ref);
    return presence === "gone" || (presence === "unknown" && hadBegun);
  } catch {
    return false;
  }
}

/** Returns true if the hall or the workbench itself found that the disk could not record the workbench's facts. */
export function wasUnrecorded({ deps, unrecorded }: ConductorState, ref: BenchRef): boolean {
  const known = unrecorded.get(ref.id);
  return (known?.bench === ref.bench && known.code !== null) || deps.engine.exitCode(ref) === storageExitCode;
}
