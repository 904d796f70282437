// Promise 1: what was acknowledged is on disk. Looked at the moment the answer goes out, in what a power cut would leave
// at its worst; and again in every hall that opens later.
import type { Commission } from "../../../src/rules/commission/state.ts";
import { ledgerLines, storedIds } from "../ledger-lines.ts";
import { type Known, learnOf } from "../known.ts";
import { breaks, type OpenHall, type World } from "../world.ts";

export interface Answered {
  task: string;
  key: string | null;
  commission: Commission;
}

export function createAnswered(world: World, { task, key, commission }: Answered): void {
  const { id } = commission.record.request;
  const earlier = key === null ? undefined : holderOf(world, key);
  if (earlier && earlier.id !== id && !mayBeGone(earlier))
    breaks(world, "acknowledged", `The key ${key} gave ${earlier.id} before, and now ${id}.`);
  const known = learnOf(world.known, { id, task, key });
  if (known.task !== task) breaks(world, "acknowledged", `${id} was answered for another task.`);
  known.task = task;
  if (mayBeGone(known)) return;
  const first = ledgerLines(world.machine.tree, id, "safe")?.[0];
  if (!first?.includes(id)) breaks(world, "acknowledged", `${id} was acknowledged before it was safe.`);
}

function holderOf({ known }: World, key: string): Known | undefined {
  return [...known.values()].find((one) => one.key === key && one.deletion === null);
}

/** Deleted by a person, or no longer to be read. */
export function mayBeGone({ deletion, harmed }: Known): boolean {
  return deletion !== null || harmed.has("ledger");
}

export function acknowledgedAtOpening(world: World, { ledger }: OpenHall): void {
  const shown = new Map([...ledger.summaries()].map((summary) => [summary.id, summary]));
  for (const known of world.known.values()) {
    if (known.deletion === "done" && shown.has(known.id))
      breaks(world, "acknowledged", `${known.id} was deleted, and is back.`);
    if (mayBeGone(known)) continue;
    if (!shown.has(known.id))
      breaks(
        world,
        "acknowledged",
        `${known.id} is gone: ${ledger.problems.join(" ") || "nothing is named"}`,
      );
    const first = ledgerLines(world.machine.tree, known.id)?.[0] ?? "";
    if (!first.includes(JSON.stringify(known.task)))
      breaks(world, "acknowledged", `${known.id} has another task now.`);
    if (known.key !== null && ledger.findByKey(known.key) !== known.id)
      breaks(world, "acknowledged", `The key ${known.key} no longer leads to ${known.id}.`);
  }
  oneEachKey(world);
}

function oneEachKey(world: World): void {
  const seen = new Map<string, string>();
  for (const id of storedIds(world.machine.tree)) {
    const key = /"idempotencyKey":"([^"]+)"/.exec(ledgerLines(world.machine.tree, id)?.[0] ?? "")?.[1];
    if (key === undefined) continue;
    const other = seen.get(key);
    if (other) breaks(world, "acknowledged", `The key ${key} made two commissions: ${other} and ${id}.`);
    seen.set(key, id);
  }
}
