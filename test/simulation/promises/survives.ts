// Promises 4 and 5, from the process table: workbenches outlive the hall and are ended only for a reason; there are never
// more at work than slots, and never two for one commission.
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import { isEnded } from "../../../src/rules/commission/state.ts";
import type { Known } from "../known.ts";
import { foldable, ledgerLines } from "../ledger-lines.ts";
import type { FileAct } from "../machine/machine.ts";
import type { Process } from "../machine/processes.ts";
import { breaks, startWithinMs, type World } from "../world.ts";

/** A workbench is at work from its first line on. */
export interface AtWork {
  working: Set<Process>;
  /** Workbenches that the ledger has given up: `id/number`. */
  givenUp: Set<string>;
}

export function createAtWork(): AtWork {
  return { working: new Set(), givenUp: new Set() };
}

export function workWatched(world: World, atWork: AtWork, { by, did, path }: FileAct): void {
  if (!by.bench || did !== "append" || !path.endsWith(`/bench-${by.bench.number}.jsonl`)) return;
  const name = `${by.bench.id}/${by.bench.number}`;
  if (atWork.givenUp.has(name)) breaks(world, "survives", `${by.name} was given up, and works.`);
  if (!by.alive || atWork.working.has(by)) return;
  atWork.working.add(by);
  countWorkers(world, atWork);
}

function countWorkers(world: World, { working }: AtWork): void {
  const counted = [...working].filter(({ bench }) => !isHarmed(world, bench?.id ?? ""));
  if (counted.length > world.slots)
    breaks(world, "slots", `${counted.length} at work in ${world.slots} slots.`);
  const ids = counted.map(({ bench }) => bench?.id);
  if (new Set(ids).size < ids.length) breaks(world, "slots", "One commission has two workbenches at work.");
}

/** Nobody follows a commission whose ledger was set aside; its workbench ends by itself. */
function isHarmed({ known }: World, id: string): boolean {
  return known.get(id as Known["id"])?.harmed.has("ledger") === true;
}

export function lostAnnounced(
  world: World,
  atWork: AtWork,
  { id, event }: { id: string; event: LedgerEvent },
): void {
  if (event.type !== "workbench.lost") return;
  atWork.givenUp.add(`${id}/${event.bench}`);
  const alive = [...atWork.working].find(({ bench }) => bench?.id === id && bench.number === event.bench);
  if (alive) breaks(world, "survives", `${alive.name} was given up while it worked.`);
}

/**
 * The hall ends a workbench only when a person cancelled or stopped it, when its session is over, or when it has not
 * begun for as long as it may take.
 */
export function signalWatched(world: World, atWork: AtWork, whom: Process): void {
  if (!whom.bench || isHarmed(world, whom.bench.id)) return;
  const commission = fold(foldable(ledgerLines(world.machine.tree, whom.bench.id) ?? []));
  const record = commission?.record;
  const isAsked = record && (record.cancel !== null || record.stopRequested || record.end !== null);
  const age = world.machine.scheduler.monotonic() - whom.startedAt;
  const isLate = age >= startWithinMs && !atWork.working.has(whom);
  const mayEnd = isLate || (commission && (isEnded(commission) || isAsked));
  if (!mayEnd) breaks(world, "survives", `${whom.name} was signalled for no reason.`);
}

const reasons = /^(exit|SIGKILL$|power cut$|could not load$|struck$)/;

export function endWatched(
  world: World,
  atWork: AtWork,
  { process, why }: { process: Process; why: string },
): void {
  atWork.working.delete(process);
  if (process.bench && !reasons.test(why)) breaks(world, "survives", `${process.name} ended: ${why}.`);
}
