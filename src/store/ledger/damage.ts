// Tracks damage to the ledgers and artifacts of known commissions: a read finds the damage, the hall reports it as a
// problem, and a later complete read clears the report.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import { withFullStop } from "../../base/text/full-stop.ts";
import type { LedgerEntry } from "./entry.ts";
import type { LedgerDeps, LedgerIndex } from "./ledger-index.ts";

/** Returns the sentence about a damaged ledger that a person is shown. */
export function damageOf({ id, live }: Pick<LedgerEntry, "id" | "live">, error: Error): string {
  const left = live
    ? "It continues from what the hall has in memory; the next start would set its ledger aside."
    : "The hall serves its summary and its result from meta.json and result.md, and has left its ledger alone.";
  return `Commission ${id} is damaged. ${withFullStop(error.message)} ${left}`;
}

/** Records the damage that a read found, and throws the error again. */
export function noteDamage(deps: LedgerDeps, index: LedgerIndex, { entry, error }: Found): never {
  if (isUnreadable(error)) {
    const told = damageOf(entry, error);
    const isNews = index.damaged.get(entry.id) !== told;
    index.damaged.set(entry.id, told);
    if (isNews) deps.noticed(told);
  }
  throw error;
}

interface Found {
  entry: LedgerEntry;
  error: unknown;
}

/** Records which artifacts an inspection found changed or missing, or clears the record if it found none. */
export function noteArtifacts(deps: LedgerDeps, index: LedgerIndex, { id, spoiled }: Inspected): void {
  const [first] = spoiled;
  if (first === undefined) return void index.spoiled.delete(id);
  const more = spoiled.length > 1 ? ` So are ${spoiled.length - 1} more.` : "";
  const told = `Commission ${id} has a damaged artifact. ${first} is not what was handed in.${more} Its ledger and its result are whole.`;
  const isNews = index.spoiled.get(id) !== told;
  index.spoiled.set(id, told);
  if (isNews) deps.noticed(told);
}

interface Inspected {
  id: CommissionId;
  /** The paths of changed or missing artifacts. */
  spoiled: readonly string[];
}

/** Clears the damage after the whole ledger was read. */
export function noteSound(deps: LedgerDeps, index: LedgerIndex, { id }: LedgerEntry): void {
  if (index.damaged.delete(id)) deps.noticed(`Commission ${id} can be read again.`);
}
