// Applies the result of a chore (a commission of the hall's own): replaces the memory entries that it
// condensed with its summary. Idempotent, so that it can be repeated after an interruption.
import { messageOf } from "../../../base/text/message-of.ts";
import type { ChoreOutcome } from "../../../contract/memory/memory.ts";
import { storageCodeOf } from "../../../contract/home/storage-fault.ts";
import { changed, condensedBy, unchanged, unfinished } from "../../../rules/memory/chore-outcome.ts";
import type { CommissionRecord } from "../../../rules/commission/state.ts";
import type { DispatchDeps } from "../deps.ts";

/** Returns `undefined` if the commission is not a chore or has no plan yet. */
export async function applyChore(
  deps: DispatchDeps,
  record: CommissionRecord,
): Promise<ChoreOutcome | undefined> {
  const { request, plan, submission } = record;
  if (request.chore === null || plan === null) return undefined;
  const { chore, id, worker } = request;
  const result = condensedBy(chore, { outcome: plan.outcome, submission });
  if (!result.ok) return unchanged(result.why);
  try {
    const { entry, stayed, reason } = await deps.condense({
      compaction: chore,
      summary: result.summary,
      by: { kind: "chore", worker, commission: id },
      untrusted: chore.untrusted,
      rehearsed: chore.rehearsed || request.rehearsal !== null,
    });
    return entry === null
      ? unchanged(reason ?? "There was nothing left to condense.")
      : changed(chore, { stayed, written: entry.version });
  } catch (error) {
    if (mayPass(error)) throw error;
    return unfinished(chore, messageOf(error));
  }
}

/**
 * Returns true for faults worth retrying: a full or failing disk, a locked scope, or an error without a code. Retrying
 * others would block all chores for ever.
 */
function mayPass(error: unknown): boolean {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code !== "string" || code === "busy" || storageCodeOf(error) !== null;
}
