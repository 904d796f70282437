// Damage to the ledger of a commission that is shown: found by a read, told as one of the hall's problems, and
// forgotten when the ledger can be read again.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import { withFullStop } from "../../base/text/full-stop.ts";
import type { Entry } from "./entry.ts";
import type { LedgerDeps, Shelf } from "./shelf.ts";

/** What a person is told of it. */
export function damageOf({ id, live }: Pick<Entry, "id" | "live">, error: Error): string {
  const left = live
    ? "It goes on as the hall knows it; the next start would set its ledger aside."
    : "Its short form and its result are served from meta.json and result.md, and its ledger was left alone.";
  return `Commission ${id} is damaged. ${withFullStop(error.message)} ${left}`;
}

/** Notes what a read of a ledger found, and throws it again. */
export function noteDamage(deps: LedgerDeps, shelf: Shelf, { entry, error }: Found): never {
  if (isUnreadable(error)) {
    const told = damageOf(entry, error);
    const isNews = shelf.damaged.get(entry.id) !== told;
    shelf.damaged.set(entry.id, told);
    if (isNews) deps.noticed(told);
  }
  throw error;
}

interface Found {
  entry: Entry;
  error: unknown;
}

/** What an inspection has found of its artifacts. */
export function noteArtifacts(deps: LedgerDeps, shelf: Shelf, { id, spoiled }: Inspected): void {
  const [first] = spoiled;
  if (first === undefined) return void shelf.spoiled.delete(id);
  const more = spoiled.length > 1 ? ` So are ${spoiled.length - 1} more.` : "";
  const told = `Commission ${id} has a damaged artifact. ${first} is not what was handed in.${more} Its ledger and its result are whole.`;
  const isNews = shelf.spoiled.get(id) !== told;
  shelf.spoiled.set(id, told);
  if (isNews) deps.noticed(told);
}

interface Inspected {
  id: CommissionId;
  /** Their paths. */
  spoiled: readonly string[];
}

/** All of its ledger was read. */
export function noteSound(deps: LedgerDeps, shelf: Shelf, { id }: Entry): void {
  if (shelf.damaged.delete(id)) deps.noticed(`Commission ${id} can be read again.`);
}
