// Taking away what was kept long enough: when a person asks, and by itself once an hour.
import type { CleanItem, CleanReport } from "../contract/clean.ts";
import type { Clock, Timer } from "../host/clock.ts";
import { dueTwice, planClean } from "../rules/retention.ts";
import { type InventoryDeps, sinceFile, takeInventory } from "./inventory.ts";

export interface UpkeepDeps extends InventoryDeps {
  clock: Clock;
  log: {
    info(message: string, fields?: Readonly<Record<string, string | number>>): void;
    error(message: string, fields?: Readonly<Record<string, string | number>>): void;
  };
}

export interface Upkeep {
  clean(order: { dryRun: boolean }): Promise<CleanReport>;
  start(): void;
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
      await rounds.running;
    },
  };
}

/** The start of a hall has more urgent things to do. */
const firstRoundMs = 120_000;

async function clean(deps: UpkeepDeps, dryRun: boolean): Promise<CleanReport> {
  const items = await plan(deps);
  const problems = dryRun ? [] : await remove(deps, items);
  return { dryRun, items, bytes: items.reduce((sum, item) => sum + item.bytes, 0), problems };
}

async function plan(deps: UpkeepDeps): Promise<CleanItem[]> {
  return planClean(await takeInventory(deps), deps.retention(), deps.clock.now());
}

/** One that cannot be removed is named and hurts no other. */
async function remove({ disk, home }: UpkeepDeps, items: readonly CleanItem[]): Promise<string[]> {
  const problems: string[] = [];
  for (const item of items) {
    try {
      await disk.removeTree(`${home.root}/${item.path}`);
      if (item.kind === "trash") await disk.removeTree(sinceFile(home, item.path.slice("trash/".length)));
    } catch (error) {
      problems.push(`${item.path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
}

interface Rounds {
  deps: UpkeepDeps;
  /** What was due at the last look. */
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
    const problems = await remove(deps, going);
    rounds.dueBefore = new Set(due.map((item) => item.path));
    if (going.length > 0) deps.log.info("old things were removed", { count: going.length - problems.length });
    for (const message of problems) deps.log.error("an old thing could not be removed", { message });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    deps.log.error("looking for old things failed; it is tried again", { message });
  }
}
