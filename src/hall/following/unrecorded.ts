// Remembers which things have facts that the hall cannot record. The list is only in memory, because the disk is
// what fails.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { storageCodeOf, storageExitCode } from "../../contract/home/storage-fault.ts";
import type { Follower, FollowTypes } from "./follower.ts";

/** Notes that following the thing failed. Never throws, because the caller is handling a fault already. */
export function noteUnrecorded<T extends FollowTypes>(
  follower: Follower<T>,
  id: T["id"],
  error: unknown,
): void {
  const { kind, unrecorded } = follower;
  const state = kind.findLive(id);
  const finish = kind.whyUnfinished(id);
  if (!state || (!kind.isRunning(state) && finish === null)) return;
  const { bench, process } = kind.courseOf(state);
  const isGone = isSurelyGone(follower, { id, bench }, process !== null);
  unrecorded.set(id, { bench, code: storageCodeOf(error), isGone, finish });
}

function isSurelyGone<T extends FollowTypes>(
  { deps }: Follower<T>,
  ref: BenchRef<T["id"]>,
  hadBegun: boolean,
): boolean {
  try {
    const presence = deps.engine.presence(ref);
    return presence === "gone" || (presence === "unknown" && hadBegun);
  } catch {
    return false;
  }
}

/** Returns true if the hall or the workbench itself found that the disk could not record the workbench's facts. */
export function wasUnrecorded<T extends FollowTypes>(
  { deps, unrecorded }: Follower<T>,
  ref: BenchRef<T["id"]>,
): boolean {
  const known = unrecorded.get(ref.id);
  return (known?.bench === ref.bench && known.code !== null) || deps.engine.exitCode(ref) === storageExitCode;
}
