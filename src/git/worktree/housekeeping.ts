// Manages the worktrees of all projects: lists them with their sizes, prunes them, and repairs them when the
// hall starts.
import type { PruneReport, WorktreeList } from "../../contract/project/worktrees.ts";
import { createSerial } from "../../base/async/serial.ts";
import { knownProjects, type ListDeps, listWorktrees } from "./list-worktrees.ts";
import { sweepLooks } from "../repository/temporary-views.ts";
import { bytesOf, prune } from "./prune.ts";
import { finishClosings, mend, type ReconcileDeps, toldOf, trying } from "./reconcile.ts";

export type HousekeepingDeps = ListDeps & ReconcileDeps;

export interface Housekeeping {
  list(): Promise<WorktreeList>;
  prune(order: { dryRun: boolean }): Promise<PruneReport>;
  /**
   * Repairs the paths by which worktrees and git refer to each other, after a directory was moved. Called
   * when the hall starts, before the worktrees are used, and when the configuration changes.
   */
  mend(): Promise<void>;
  /** Finishes interrupted removals of worktrees. Called once after the hall has started. */
  finishClosings(): Promise<void>;
  /**
   * Returns sentences about problems that a person has to solve, as found by `list`, `mend` and
   * `finishClosings`.
   */
  problems(): readonly string[];
}

/** Runs one operation at a time, so that no worktree changes between the planning of a prune and its end. */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const inTurn = createSerial();
  const known: Known = { unmended: [], unclosed: [], told: [] };
  return {
    list: () => inTurn(() => list(deps, known)),
    prune: ({ dryRun }) => inTurn(() => prune(deps, dryRun)),
    mend: () => inTurn(() => mendAll(deps, known)),
    finishClosings: () => inTurn(() => finishAll(deps, known)),
    problems: () => [...known.unmended, ...known.unclosed, ...known.told],
  };
}

/** Sentences about problems: failed repairs, failed removals, and worktrees that a person has to look at. */
interface Known {
  unmended: string[];
  unclosed: string[];
  told: string[];
}

async function list(deps: HousekeepingDeps, known: Known): Promise<WorktreeList> {
  const { listed, problems } = await listWorktrees(deps);
  const worktrees = listed.map(({ entry }) => entry);
  known.told = listed.flatMap(({ surveyed }) => (surveyed ? toldOf(surveyed) : []));
  return { worktrees, bytes: bytesOf(worktrees), problems: [...problems, ...known.unmended] };
}

async function mendAll(deps: HousekeepingDeps, known: Known): Promise<void> {
  const unmended: string[] = [];
  for (const project of await knownProjects(deps)) unmended.push(...(await mend(deps, project)));
  known.unmended = unmended;
}

async function finishAll(deps: HousekeepingDeps, known: Known): Promise<void> {
  const { repositories } = deps.home;
  await trying(known.unclosed, repositories, () =>
    sweepLooks(deps.disk, { directory: repositories, begins: ".look-" }),
  );
  for (const project of await knownProjects(deps)) {
    const { faults, told } = await finishClosings(deps, project);
    known.unclosed.push(...faults);
    known.told.push(...told);
  }
}
