// Deletes an ended commission, or moves it to the trash. Either way, its directory is first moved to the trash by one
// rename, so that a commission is always complete or gone.
import { messageOf } from "../../base/text/message-of.ts";
import { refuseWhileActing } from "../../rules/commission/refusals.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LedgerEntry } from "./entry.ts";
import { removeId } from "./order.ts";
import type { LedgerDeps, LedgerIndex } from "./ledger-index.ts";
import { showLater } from "./show-later.ts";

export interface LedgerRemoval {
  id: CommissionId;
  how: "for-good" | "to-trash";
}

export async function removeEntry(
  deps: LedgerDeps,
  index: LedgerIndex,
  { id, how }: LedgerRemoval,
): Promise<{ ok: true; movedTo: string | null } | Refusal> {
  const entry = index.entries.get(id);
  if (!entry) return refuse("not_found", `There is no commission ${id}.`);
  return entry.serial(async () => {
    if (!index.entries.has(id)) return refuse("not_found", `There is no commission ${id}.`);
    if (!isEndedStatus(entry.summary.status)) return refuse("wrong_state", "The commission has not ended.");
    const acting = refuseWhileActing(entry.summary.landing?.state ?? null);
    if (acting) return acting;
    const trash = `${deps.home.trash}/${how === "for-good" ? `${id}.deleted` : id}`;
    await leave(deps, entry, trash).catch((error: unknown) => {
      showLater(deps, index, entry);
      throw error;
    });
    index.entries.delete(id);
    removeId(index.order, id);
    index.unshown.delete(entry);
    index.damaged.delete(id);
    index.spoiled.delete(id);
    if (entry.idempotencyKey !== null) index.keys.delete(entry.idempotencyKey);
    if (how === "to-trash") return { ok: true, movedTo: trash };
    // The commission is gone from every list. If its files cannot be removed now, the next start removes them.
    await deps.disk
      .removeTree(trash)
      .catch((error: unknown) => deps.bestEffortFailed("a deleted commission could not be removed", error));
    return { ok: true, movedTo: null };
  });
}

async function leave(deps: LedgerDeps, entry: LedgerEntry, trash: string): Promise<void> {
  entry.isLeaving = true;
  try {
    await deps.disk.move(entry.layout.directory, trash);
  } catch (error) {
    entry.isLeaving = false;
    entry.showAgain = onceInPlace(deps, entry.showAgain);
    throw error;
  }
}

/**
 * Returns a task for a commission whose move to the trash has failed and was undone. It syncs `commissions/`,
 * the parent of the commission's directory, and only then writes the derived files that `show` still has to
 * write.
 */
function onceInPlace(deps: LedgerDeps, show: LedgerEntry["showAgain"]): () => Promise<boolean> {
  return async () => {
    const isSafe = await deps.disk.secureNames(deps.home.commissions).then(
      () => true,
      () => false,
    );
    return isSafe && (await (show?.() ?? true));
  };
}

/** Finishes interrupted deletions. Returns a sentence about each directory that cannot be removed. */
export async function finishDeletions(disk: Disk, home: HomeLayout): Promise<string[]> {
  const problems: string[] = [];
  for (const name of (await disk.list(home.trash)).filter((found) => found.endsWith(".deleted"))) {
    await disk.removeTree(`${home.trash}/${name}`).catch((error: unknown) => {
      problems.push(`trash/${name} cannot be removed: ${messageOf(error)}`);
    });
  }
  return problems;
}
