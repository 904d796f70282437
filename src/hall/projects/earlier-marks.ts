// Marks of commits that were made before the hall kept such marks, found in the ledgers that are still there.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommitMark } from "../../contract/project/marks.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Dossier } from "../../rules/commission/state.ts";

/** Which files they changed is not looked up: they are known by their commits alone. */
export async function* earlierMarks(
  ledger: Pick<Ledger, "summaries" | "find">,
  signal: AbortSignal,
): AsyncGenerator<CommitMark> {
  const ids = [...ledger.summaries()].flatMap(({ id, status, project }) =>
    isEndedStatus(status) && project !== null ? [{ id, project }] : [],
  );
  for (const { id, project } of ids) {
    signal.throwIfAborted();
    const record = await recordOf(ledger, id);
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

/** A ledger that is damaged is named elsewhere, and holds up no work. A full disk may pass, and is thrown. */
async function recordOf(ledger: Pick<Ledger, "find">, id: CommissionId): Promise<Dossier | undefined> {
  try {
    return (await ledger.find(id))?.record;
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return undefined;
  }
}
