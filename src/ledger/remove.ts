// Taking an ended commission out of the record. It is renamed first, so that it is either there whole or gone.
import { isEndedStatus } from "../contract/commission.ts";
import type { CommissionId } from "../contract/ids.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import type { LedgerDeps, Shelf } from "./shelf.ts";

export interface Removal {
  id: CommissionId;
  how: "for-good" | "to-trash";
}

export async function removeEntry(
  deps: LedgerDeps,
  shelf: Shelf,
  { id, how }: Removal,
): Promise<{ ok: true; movedTo: string | null } | Refusal> {
  const entry = shelf.entries.get(id);
  if (!entry) return refuse("not_found", `There is no commission ${id}.`);
  return entry.serial(async () => {
    if (!shelf.entries.has(id)) return refuse("not_found", `There is no commission ${id}.`);
    if (!isEndedStatus(entry.summary.status)) return refuse("wrong_state", "The commission has not ended.");
    const trash = `${deps.home.trash}/${how === "for-good" ? `${id}.deleted` : id}`;
    await deps.disk.move(entry.layout.directory, trash);
    shelf.entries.delete(id);
    if (entry.idempotencyKey !== null) shelf.keys.delete(entry.idempotencyKey);
    if (how === "to-trash") return { ok: true, movedTo: trash };
    await deps.disk.removeTree(trash);
    return { ok: true, movedTo: null };
  });
}

/** Finishes deletions that a crash cut short. */
export async function finishDeletions(deps: LedgerDeps): Promise<void> {
  const left = (await deps.disk.list(deps.home.trash)).filter((name) => name.endsWith(".deleted"));
  for (const name of left) await deps.disk.removeTree(`${deps.home.trash}/${name}`);
}
