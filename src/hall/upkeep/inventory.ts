// Finds files that are older than their retention time: things in the trash, transcripts of ended
// commissions, old logs, outcomes of set-up commands, and uploaded files that no commission refers to.
import { createHash } from "node:crypto";
import type { CleanItem } from "../../contract/api/clean.ts";
import { commissionLayout, type HomeLayout, isLeftover } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { breathe, type Clock, timestamp } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { DiskMeasure } from "../../host/files/disk-use.ts";
import { daysOf, isDue, type Retention } from "../../rules/upkeep/retention.ts";

export interface InventoryDeps {
  home: HomeLayout;
  disk: Disk;
  diskUse: DiskMeasure;
  /** Lists the files of a directory that have no other link. */
  unusedFiles(directory: string): Promise<readonly { path: string; keptAt: number }[]>;
  clock: Pick<Clock, "now">;
  /** Returns the ended commissions, each with the time when it ended. */
  ended(): Iterable<{ id: CommissionId; endedAt: string }>;
  retention(): Retention;
}

/**
 * Returns the items that are due to be removed. Measures only these: measuring the rest would walk all of the trash
 * every hour.
 */
export async function takeInventory(deps: InventoryDeps): Promise<CleanItem[]> {
  return [
    ...(await trash(deps)),
    ...(await transcripts(deps)),
    ...(await logs(deps)),
    ...(await setUps(deps)),
    ...(await attachments(deps)),
  ];
}

/** Beside each thing in the trash is a file with the time it was first seen there. */
const sinceSuffix = ".since";

export function sinceFile(home: HomeLayout, name: string): string {
  return `${home.trash}/${name}${sinceSuffix}`;
}

async function trash(deps: InventoryDeps): Promise<CleanItem[]> {
  const { home, disk } = deps;
  const found = await disk.list(home.trash);
  await forgetTaken(deps, found);
  const names = found.filter(
    // A name that ends in `.deleted` belongs to a deletion by a person, which the next start finishes.
    (name) => !name.endsWith(sinceSuffix) && !name.endsWith(".deleted") && !name.startsWith("."),
  );
  const items: CleanItem[] = [];
  for (const name of names) {
    const since = await sinceOf(deps, name);
    const kind = isLeftover(name) ? "leftover" : "trash";
    if (isDue(since, daysOf(kind, deps.retention()), deps.clock.now()))
      items.push(await item(deps, { kind, path: `${home.trash}/${name}`, since }));
  }
  return items;
}

/**
 * Removes the `.since` files of things that a person took out of the trash. If such a thing is put back, its retention
 * time starts again.
 */
async function forgetTaken({ home, disk }: InventoryDeps, found: readonly string[]): Promise<void> {
  const there = new Set(found);
  for (const mark of found.filter((name) => name.endsWith(sinceSuffix) && !name.startsWith(".")))
    if (!there.has(mark.slice(0, -sinceSuffix.length))) await disk.removeTree(`${home.trash}/${mark}`);
}

/**
 * Returns when the thing was first seen in the trash. If the file is missing or damaged, the time starts now, so that
 * nothing is removed too early.
 */
async function sinceOf({ home, disk, clock }: InventoryDeps, name: string): Promise<string> {
  const file = sinceFile(home, name);
  const known = parseSince((await disk.readText(file)) ?? "");
  if (known !== null) return known;
  const now = timestamp(clock);
  await disk.replace(file, `${now} ${hashOf(now)}\n`);
  return now;
}

/** Returns the time in a `.since` file; `null` if it is damaged. Files of older releases have no hash. */
function parseSince(text: string): string | null {
  const [at = "", hash] = text.trim().split(" ");
  if (Number.isNaN(Date.parse(at))) return null;
  return hash === undefined || hash === hashOf(at) ? at : null;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Returns the old transcripts. Reads only the directories of commissions that are due: there may be ten
 * thousand others.
 */
async function transcripts(deps: InventoryDeps): Promise<CleanItem[]> {
  const { transcriptDays } = deps.retention();
  const items: CleanItem[] = [];
  for (const { id, endedAt } of deps.ended()) {
    if (!isDue(endedAt, transcriptDays, deps.clock.now())) continue;
    const { directory } = commissionLayout(deps.home, id);
    for (const name of (await deps.disk.list(directory)).filter(isRaw))
      items.push(await item(deps, { kind: "transcript", path: `${directory}/${name}`, since: endedAt }));
    await breathe();
  }
  return items;
}

/**
 * Returns true for what was said to `claude`, and for the raw output of it and the workbench. The outcome is in the ledger, which is not removed.
 */
function isRaw(name: string): boolean {
  return [/^transcript-\d+\.jsonl$/, /^bench-\d+\.out$/, /^told-\d+\.json$/].some((raw) => raw.test(name));
}

/** Returns the old outcomes of set-ups, and interrupted drafts of them. Approvals are not removed. */
async function setUps(deps: InventoryDeps): Promise<CleanItem[]> {
  const { home, disk, diskUse } = deps;
  const items: CleanItem[] = [];
  for (const project of await disk.list(home.setUps))
    for (const name of (await disk.list(`${home.setUps}/${project}`)).filter(isOutcome)) {
      const path = `${home.setUps}/${project}/${name}`;
      const at = await diskUse.modifiedAt(path);
      const since = at === undefined ? null : new Date(at).toISOString();
      if (since !== null && isDue(since, daysOf("set-up", deps.retention()), deps.clock.now()))
        items.push(await item(deps, { kind: "set-up", path, since }));
    }
  return items;
}

const isOutcome = (name: string): boolean => /^(?:draft-)?[0-9a-f]{64}(?:-\d+)?$/.test(name);

/**
 * Returns the uploaded files that no commission has a link to. A commission that is being created in this moment keeps
 * the file by its own link, whichever comes first.
 */
async function attachments(deps: InventoryDeps): Promise<CleanItem[]> {
  const items: CleanItem[] = [];
  for (const { path, keptAt } of await deps.unusedFiles(deps.home.attachments)) {
    const since = new Date(keptAt).toISOString();
    if (isDue(since, daysOf("attachment", deps.retention()), deps.clock.now()))
      items.push(await item(deps, { kind: "attachment", path, since }));
  }
  return items;
}

async function logs(deps: InventoryDeps): Promise<CleanItem[]> {
  const { home, disk, diskUse } = deps;
  const items: CleanItem[] = [];
  for (const name of (await disk.list(home.logs)).filter((found) => /\.\d+$/.test(found))) {
    const path = `${home.logs}/${name}`;
    const at = await diskUse.modifiedAt(path);
    const since = at === undefined ? null : new Date(at).toISOString();
    if (since !== null && isDue(since, deps.retention().logDays, deps.clock.now()))
      items.push(await item(deps, { kind: "log", path, since }));
  }
  return items;
}

const maxEntries = 1_000_000;

async function item(
  { home, diskUse }: InventoryDeps,
  { kind, path, since }: Pick<CleanItem, "kind" | "path" | "since">,
): Promise<CleanItem> {
  const { bytes } = await diskUse.measure(path, maxEntries);
  return { kind, path: path.slice(home.root.length + 1), bytes, since };
}
