// Tracks damage to ledgers and artifacts: a read finds the damage, the hall reports it as a
// problem, and a later complete read clears the report.
import { isUnreadable } from "../../contract/api/problem.ts";
import { withFullStop } from "../../base/text/full-stop.ts";
import type { LedgerEntry } from "./entry.ts";
import { type LedgerKind, type LedgerTypes, named } from "./kind.ts";
import type { LedgerIndex, LedgerTools } from "./ledger-index.ts";

/** Returns the sentence about a damaged ledger that a person is shown. */
export function damageOf<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { id, live }: Pick<LedgerEntry<K>, "id" | "live">,
  error: Error,
): string {
  const { file, content } = kind.main;
  const left = live
    ? "It continues from what the hall has in memory; the next start would set its ledger aside."
    : `The hall serves its summary and its ${content} from meta.json and ${file}, and has left its ledger alone.`;
  return `${named(kind, id)} is damaged. ${withFullStop(error.message)} ${left}`;
}

/** Records the damage that a read found, and throws the error again. */
export function noteDamage<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { entry, error }: Found<K>,
): never {
  if (isUnreadable(error)) {
    const told = damageOf(deps.kind, entry, error);
    const isNews = index.damaged.get(entry.id) !== told;
    index.damaged.set(entry.id, told);
    if (isNews) deps.noticed(told);
  }
  throw error;
}

interface Found<K extends LedgerTypes> {
  entry: LedgerEntry<K>;
  error: unknown;
}

/** Records which artifacts an inspection found changed or missing, or clears the record if it found none. */
export function noteArtifacts<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { id, spoiled }: Inspected<K>,
): void {
  const [first] = spoiled;
  if (first === undefined) return void index.spoiled.delete(id);
  const more = spoiled.length > 1 ? ` So are ${spoiled.length - 1} more.` : "";
  const told = `${named(deps.kind, id)} has a damaged artifact. ${first} is not what was handed in.${more} Its ledger and its ${deps.kind.main.content} are whole.`;
  const isNews = index.spoiled.get(id) !== told;
  index.spoiled.set(id, told);
  if (isNews) deps.noticed(told);
}

interface Inspected<K extends LedgerTypes> {
  id: K["id"];
  /** The paths of changed or missing artifacts. */
  spoiled: readonly string[];
}

/** Clears the damage after the whole ledger was read. */
export function noteSound<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { id }: LedgerEntry<K>,
): void {
  if (index.damaged.delete(id)) deps.noticed(`${named(deps.kind, id)} can be read again.`);
}
