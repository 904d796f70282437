// Copies the new facts of a workbench's journal to the ledger.
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Follower, FollowTypes, RunningBench } from "./follower.ts";

/** Returns the state that the new facts lead to. */
export async function catchUp<T extends FollowTypes>(
  { deps, kind }: Follower<T>,
  bench: RunningBench<T>,
): Promise<T["state"]> {
  return kind.takeFacts({ id: bench.id, bench: bench.bench }, await readFacts(deps, bench));
}

/**
 * Reads the new facts. Never skips a damaged line: nothing after it is read, and the thing's end reports the
 * damage.
 */
async function readFacts<T extends FollowTypes>(
  { log }: Follower<T>["deps"],
  bench: RunningBench<T>,
): Promise<T["fact"][]> {
  if (bench.damage !== null) return [];
  try {
    return await bench.tail.read();
  } catch (error) {
    if (!isUnreadable(error)) throw error; // another fault, such as a failing disk, may pass
    bench.damage = error.message;
    log.error("a workbench's journal cannot be read", { id: bench.id, reason: error.message });
    return [];
  }
}
