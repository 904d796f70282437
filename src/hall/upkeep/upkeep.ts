// Removes files that are older than their retention time: at a person's request, and by itself once an hour.
import { messageOf } from "../../base/text/message-of.ts";
import { within } from "../../base/async/time-limit.ts";
import type { CleanItem, CleanReport } from "../../contract/api/clean.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { LogFields } from "../../host/log.ts";
import { dueTwice, planClean } from "../../rules/upkeep/retention.ts";
import { type InventoryDeps, sinceFile, takeInventory } from "./inventory.ts";

export interface UpkeepDeps extends InventoryDeps {
  clock: Clock;
  log: {
    info(message: string, fields?: LogFields): void;
    error(message: string, fields?: LogFields): void;
  };
}

export interface Upkeep {
  clean(order: { dryRun: boolean }): Promise<CleanReport>;
  start(): void;
  /** Stops, if need be in the middle of a long removal. The next hall continues it. */
  stop(): Promise<void>;
}

const hourMs = 3_600_000;

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const rounds: Rounds = { deps, dueBefore: new Set(), timer: null, running: null, stopped: false };
  return {
    clean: ({ dryRun }) => clean(deps, dryRun),
    start: () => schedule(rounds, firstRoundMs),
    stop: async () => {
      rounds.stopped = true;
      rounds.timer?.cancel();
      if (rounds.running) await within({ clock: deps.clock, ms: patienceMs }, rounds.running);
    },
  };
}

/** How long a stop waits: a worker's leftovers can take hours to remove. */
const patienceMs = 2000;

/** The first round begins late, because start-up has more urgent work. */
const firstRoundMs = 120_000;

async function clean(deps: UpkeepDeps, dryRun: boolean): Promise<CleanReport> {
  const items = await plan(deps);
  const problems = dryRun ? [] : (await remove(deps, { items, isOver: () => false })).problems;
  return { dryRun, items, bytes: items.reduce((sum, item) => sum + item.bytes, 0), problems };
}

async function plan(deps: UpkeepDeps): Promise<CleanItem[]> {
  return planClean(await takeInventory(deps), deps.retention(), deps.clock.now());
}

/** Removes the items. One that cannot be removed is reported, and does not affect the others. */
async function remove(
  { disk, home }: UpkeepDeps,
  { items, isOver }: { items: readonly CleanItem[]; isOver(): boolean },
): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  for (const item of items) {
    if (isOver()) break;
    try {
      await disk.removeTree(`${home.root}/${item.path}`);
      if (item.path.startsWith("trash/"))
        await disk.removeTree(sinceFile(home, item.path.slice("trash/".length)));
      count += 1;
    } catch (error) {
      problems.push(`${item.path}: ${messageOf(error)}`);
    }
  }
  return { count, problems };
}

interface Rounds {
  deps: UpkeepDeps;
  /**
   * The items that were due in the previous round. Only an item that is due twice in a row is removed, in
   * case the clock was wrong.
   */
  dueBefore: ReadonlySet<string>;
  timer: Timer | null;
  running: Promise<void> | null;
  stopped: boolean;
}

function schedule(rounds: Rounds, ms: number): void {
  if (rounds.stopped) return;
  rounds.timer = rounds.deps.clock.after(ms, () => {
    rounds.running = round(rounds).finally(() => schedule(rounds, hourMs));
  });
}

async function round(rounds: Rounds): Promise<void> {
  const { deps } = rounds;
  try {
    const due = await plan(deps);
    const going = dueTwice(due, rounds.dueBefore);
    const { count, problems } = await remove(deps, { items: going, isOver: () => rounds.stopped });
    rounds.dueBefore = new Set(due.map((item) => item.path));
    if (count > 0) deps.log.info("old things were removed", { count });
    for (const reason of problems) deps.log.error("an old thing could not be removed", { reason });
  } catch (error) {
    const reason = messageOf(error);
    deps.log.error("looking for old things failed; it is tried again", { reason });
  }
}
