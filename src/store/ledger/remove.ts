// Deletes a thing at rest, or moves it to the trash. Either way, its directory is first moved to the trash by one
// rename, so that it is always complete or gone.
import { messageOf } from "../../base/text/message-of.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LedgerEntry } from "./entry.ts";
import { removeId } from "./order.ts";
import type { LedgerTypes } from "./kind.ts";
import type { LedgerIndex, LedgerTools } from "./ledger-index.ts";
import { showLater } from "./show-later.ts";

export interface LedgerRemoval<K extends LedgerTypes> {
  id: K["id"];
  how: "for-good" | "to-trash";
}

export async function removeEntry<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { id, how }: LedgerRemoval<K>,
): Promise<{ ok: true; movedTo: string | null } | Refusal> {
  const { noun } = deps.kind;
  const entry = index.entries.get(id);
  if (!entry) return refuse("not_found", `There is no ${noun} ${id}.`);
  return entry.serial(async () => {
    if (!index.entries.has(id)) return refuse("not_found", `There is no ${noun} ${id}.`);
    const refusal = deps.kind.refuseRemoval(entry.summary);
    if (refusal) return refusal;
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
    // It is gone from every list. If its files cannot be removed now, the next start removes them.
    await deps.disk
      .removeTree(trash)
      .catch((error: unknown) => deps.bestEffortFailed(`a deleted ${noun} could not be removed`, error));
    return { ok: true, movedTo: null };
  });
}

async function leave<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  entry: LedgerEntry<K>,
  trash: string,
): Promise<void> {
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
 * Returns a task for a thing whose move to the trash has failed and was undone. It syncs the parent of the thing's
 * directory, such as `commissions/`, and only then writes the derived files that `show` still has to write.
 */
function onceInPlace<K extends LedgerTypes>(
  { disk, home, kind }: LedgerTools<K>,
  show: LedgerEntry<K>["showAgain"],
): () => Promise<boolean> {
  return async () => {
    const isSafe = await disk.secureNames(kind.directory(home)).then(
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
