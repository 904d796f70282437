// Searches existing ledgers for commits of runs that had read untrusted text. Needed for a home from before
// the hall kept marks of such commits.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommitMark } from "../../contract/project/marks.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { type Clock, sleep, stopwatch } from "../../host/clock.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";

export interface EarlierMarksDeps {
  ledger: Pick<Ledger, "summaries" | "find">;
  clock: Pick<Clock, "monotonic" | "after">;
  signal: AbortSignal;
}

/** The search takes at most a tenth of one core's time while no caller awaits the marks. */
const restFactor = 9;

/** Yields a mark for each such commit, without the files that it changed. */
export async function* earlierMarks(
  { ledger, clock, signal }: EarlierMarksDeps,
  isAwaited: () => boolean,
): AsyncGenerator<CommitMark> {
  const ids = [...ledger.summaries()].flatMap(({ id, status, project, branch }) =>
    isEndedStatus(status) && project !== null && branch?.commit ? [{ id, project }] : [],
  );
  for (const { id, project } of ids) {
    signal.throwIfAborted();
    const elapsed = stopwatch(clock);
    const record = await recordOf(ledger, id);
    if (!isAwaited()) await sleep(clock, elapsed() * restFactor, signal);
    if (!record?.tainted) continue;
    const { tip = null, commit = null } = record.applied?.tree ?? {};
    for (const name of new Set([tip, commit]))
      if (name !== null)
        yield {
          version: 1,
          commit: name,
          commission: id,
          project,
          at: record.planned?.at ?? record.createdAt,
          blobs: [],
          cut: true,
          takenBy: null,
        };
  }
}

/**
 * Returns `undefined` for a damaged ledger, so that it does not affect the others. Throws a storage fault such as a
 * full disk, because it may pass.
 */
async function recordOf(
  ledger: Pick<Ledger, "find">,
  id: CommissionId,
): Promise<CommissionRecord | undefined> {
  try {
    return (await ledger.find(id))?.record;
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return undefined;
  }
}
