// Promise 2: one ledger per commission, with one writer. Nobody is told of a line before it is safe, no line changes
// afterwards, and what is derived never runs ahead of the ledger and equals it in the end.
import { type CommissionChange, commissionMeta } from "../../../src/contract/commission/meta.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import type { Known } from "../known.ts";
import { brokenLink, foldable, ledgerLines } from "../ledger-lines.ts";
import { find, textAt } from "../machine/file-tree.ts";
import type { FileAct } from "../machine/machine.ts";
import { breaks, home, type OpenHall, type World } from "../world.ts";

export function lineAnnounced(world: World, known: Known, { event }: CommissionChange): void {
  if (event.seq !== known.announced.length + 1)
    breaks(world, "oneLedger", `${known.id}: line ${event.seq} came after ${known.announced.length}.`);
  const safe = known.harmed.has("ledger") ? undefined : ledgerLines(world.machine.tree, known.id, "safe");
  const text = JSON.stringify(event);
  if (safe && safe[event.seq - 1] !== text)
    breaks(world, "oneLedger", `${known.id}: line ${event.seq} was announced before it was safe.`);
  if (safe) chainHolds(world, known.id);
  known.announced.push(text);
}

/** Each line names a hash of itself and of the one before it, as far as the ledger is safe. */
function chainHolds(world: World, id: string): void {
  const broken = brokenLink(world.machine.tree, id, "safe");
  if (broken !== null)
    breaks(world, "oneLedger", `${id}: line ${broken} is not chained to the one before it.`);
}

/** Whatever a hall shows when it opens is safe, and begins with all that was ever announced. */
export function ledgersAtOpening(world: World, { ledger }: OpenHall): void {
  for (const { id } of ledger.summaries()) {
    const known = world.known.get(id);
    if (known?.harmed.has("ledger")) continue;
    const lines = ledgerLines(world.machine.tree, id) ?? [];
    const safe = ledgerLines(world.machine.tree, id, "safe") ?? [];
    const changed = known?.announced.findIndex((line, index) => lines[index] !== line) ?? -1;
    if (changed !== -1)
      breaks(world, "oneLedger", `${id}: line ${changed + 1} was announced, and is not what it was.`);
    if (safe.length < lines.length)
      breaks(world, "oneLedger", `${id}: ${lines.length} lines are shown, and only ${safe.length} are safe.`);
    chainHolds(world, id);
    if (known) known.announced = lines;
  }
}

const ownFile = /\/commissions\/([0-9a-f-]{36})\/(events\.jsonl|bench-(\d+)\.jsonl)$/;

export function writersWatched(world: World, { by, did, path, to }: FileAct): void {
  if (to?.endsWith("/meta.json")) notAhead(world, to);
  if (did !== "append" && did !== "cut") return;
  const [, id = "", file, bench] = ownFile.exec(path) ?? [];
  if (file === undefined) return;
  const owner =
    bench === undefined
      ? world.hallProcess
      : by.bench?.id === id && by.bench.number === Number(bench)
        ? by
        : null;
  if (owner !== by) breaks(world, "oneLedger", `${by.name} wrote to ${path}.`);
  const known = world.known.get(id as Known["id"]);
  if (did !== "cut" || bench !== undefined || !known || known.harmed.has("ledger")) return;
  const left = ledgerLines(world.machine.tree, id)?.length ?? 0;
  if (left < known.announced.length) breaks(world, "oneLedger", `${by.name} cut lines off ${path}.`);
}

/** Where a delete failed half-way the disk may have the new name already: a person asked for that. */
function notAhead(world: World, path: string): void {
  const { tree } = world.machine;
  const known = world.known.get(path.split("/")[3] as Known["id"]);
  if (known?.deletion) return;
  const meta = commissionMeta.safeParse(JSON.parse(textAt(tree, path) ?? "null"));
  const events = find(tree, path.replace("meta.json", "events.jsonl"), "safe");
  const bytes = events?.kind === "file" ? events.safe.length : 0;
  if (meta.success && meta.data.ledger.bytes > bytes)
    breaks(world, "oneLedger", `${path} shows ${meta.data.ledger.bytes} bytes of a ledger of ${bytes}.`);
}

/** At rest, everything derived is what the ledger says. */
export function projectionsAtRest(world: World): void {
  for (const known of world.known.values()) {
    if (known.deletion !== null || known.harmed.has("ledger")) continue;
    const commission = fold(foldable(ledgerLines(world.machine.tree, known.id) ?? []));
    const directory = `${home.commissions}/${known.id}`;
    const text = textAt(world.machine.tree, `${directory}/meta.json`);
    const meta = text === undefined ? null : commissionMeta.parse(JSON.parse(text)).commission;
    if (!commission || !Bun.deepEquals(meta, summaryOf(commission)))
      breaks(world, "oneLedger", `${directory}/meta.json is not what its ledger says.`);
    if (textAt(world.machine.tree, `${directory}/task.md`) !== known.task)
      breaks(world, "oneLedger", `${directory}/task.md is not the task.`);
  }
}
