// Keeps house among the worktrees of all projects: what there is and what it takes, what may go, and what a start finds.
import type { PruneReport, WorktreeList } from "../contract/worktrees.ts";
import { createSerial } from "../host/serial.ts";
import { knownProjects, type ListDeps, listWorktrees } from "./list-worktrees.ts";
import { bytesOf, prune } from "./prune.ts";
import { finishClosings, mend, type ReconcileDeps, toldOf } from "./reconcile.ts";

export type HousekeepingDeps = ListDeps & ReconcileDeps;

export interface Housekeeping {
  list(): Promise<WorktreeList>;
  prune(order: { dryRun: boolean }): Promise<PruneReport>;
  /** At a start, before anybody uses the worktrees: what was moved is found again. */
  mend(): Promise<void>;
  /** At a start, when there is time: what was being closed goes. */
  finishClosings(): Promise<void>;
  /** What a person should know of, as the latest look found it. */
  problems(): readonly string[];
}

/** One look at a time: a prune is to find what it planned with. */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const inTurn = createSerial();
  const known: Known = { faults: [], told: [] };
  return {
    list: () => inTurn(() => list(deps, known)),
    prune: ({ dryRun }) => inTurn(() => prune(deps, dryRun)),
    mend: () => inTurn(() => mendAll(deps, known)),
    finishClosings: () => inTurn(() => finishAll(deps, known)),
    problems: () => [...known.faults, ...known.told],
  };
}

/** What the last start could not put in order, and what the latest look found for a person to see to. */
interface Known {
  faults: string[];
  told: string[];
}

async function list(deps: HousekeepingDeps, known: Known): Promise<WorktreeList> {
  const { listed, problems } = await listWorktrees(deps);
  const worktrees = listed.map(({ entry }) => entry);
  known.told = listed.flatMap(({ surveyed }) => (surveyed ? toldOf(surveyed) : []));
  return { worktrees, bytes: bytesOf(worktrees), problems: [...problems, ...known.faults] };
}

async function mendAll(deps: HousekeepingDeps, known: Known): Promise<void> {
  for (const project of await knownProjects(deps)) known.faults.push(...(await mend(deps, project)));
}

async function finishAll(deps: HousekeepingDeps, known: Known): Promise<void> {
  for (const project of await knownProjects(deps)) {
    const { faults, told } = await finishClosings(deps, project);
    known.faults.push(...faults);
    known.told.push(...told);
  }
}
