// Writes the record of a commission as a git note on the commit that has its work, where the project's settings say so.
import { messageOf } from "../../base/text/message-of.ts";
import type { CommissionOutcome } from "../../contract/commission/events.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import { commissionDocument } from "../../rules/project/commission-document.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { DispatchDeps } from "./deps.ts";

export interface RecordNote {
  record: CommissionRecord;
  outcome: CommissionOutcome;
  tree: TreePlan;
  /** The commit that gets the note. */
  commit: string;
}

/**
 * Writes the note; does nothing if the record is kept elsewhere. Must be called inside `inTurn` of the project. Returns
 * what went wrong, in sentences, because that is no reason to hold finished work back. Throws a storage fault, because
 * it may pass. Idempotent.
 */
export async function noteRecord(
  { trees }: { trees: Pick<DispatchDeps["trees"], "note"> },
  { record, outcome, tree, commit }: RecordNote,
): Promise<string[]> {
  if (record.recordMode !== "notes") return [];
  const at = record.planned?.at ?? record.createdAt;
  const text = commissionDocument(record, outcome);
  try {
    await trees.note({ id: record.request.id, tree, commit, text, at });
    return [];
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return [`Its record could not be written as a git note: ${messageOf(error)}`];
  }
}
