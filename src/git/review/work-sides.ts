// Finds the two trees that show what a commission changed: the commit it started at, and its own commit or worktree.
// If it continues an attempt whose work is not merged, that work is shown too, because accepting merges both.
import { inTime } from "../../base/async/in-time.ts";
import { findProject } from "../../contract/home/config.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import { isPlainDirectory } from "../../host/files/missing.ts";
import type { Compared } from "../../rules/project/review.ts";
import type { ComparedTrees } from "./diff-entries.ts";
import { type Apart, type LookedAt, lookSnapshot } from "../snapshot/look-snapshot.ts";
import { startOfWork } from "./start-of-work.ts";
import { lookName } from "../repository/temporary-views.ts";
import { mustBePlain } from "../repository/own-places.ts";
import { worktreePlace } from "../repository/places.ts";
import { findBranch, isCommit } from "../repository/refs.ts";
import { openRepository } from "../repository/repository.ts";
import { type GitPlace, runGit } from "../repository/run.ts";
import { readSettings } from "../repository/settings.ts";
import type { TreesDeps } from "../trees.ts";
import { withLook } from "../repository/view.ts";
import { wasNeverWhole } from "../worktree/worktree-entry.ts";

export interface SidesOrder {
  id: CommissionId;
  compared: Exclude<Compared, { what: "none" | "nothing" }>;
  /** The time limit for finding the trees and using them. */
  limitMs: number;
}

export interface WorkSides extends ComparedTrees {
  /** The commit that the work is compared with. */
  base: string;
  /** Whether the work of an earlier attempt is included. */
  earlier: boolean;
  /** The commit with the work; `null` if the worktree is compared. */
  tip: string | null;
  /** The content that is missing from a worktree's tree; `null` for a commit. */
  leftOut: Omit<LookedAt, "tree"> | null;
}

/** Short, because a person waits for the answer. */
export const lookLimitMs = 20_000;

/**
 * Calls `use` with the two trees. Throws a fault with the code "gone" if the work no longer exists. Only one
 * call per commission may run at a time, because each starts by removing the temporary directory of the
 * previous call. Directories of a killed hall are removed by the next one.
 */
export function withSides<T>(
  deps: TreesDeps,
  { id, compared, limitMs }: SidesOrder,
  use: (timed: TreesDeps, sides: WorkSides) => Promise<T>,
): Promise<T> {
  const { tree } = compared;
  return lookInTime({ deps, limitMs }, (timed) =>
    withRepository(timed, tree, async (place) => {
      const commits = await findCommits(timed, place, compared);
      const start = await findStart(timed, place, { compared, tip: commits?.to ?? tree.base });
      if (!commits) return withWorktree(timed, { id, tree, place, start }, (sides) => use(timed, sides));
      const earlier = start !== tree.base;
      const from = earlier ? start : commits.from;
      return use(timed, { place, from, to: commits.to, base: from, tip: commits.to, earlier, leftOut: null });
    }),
  );
}

/** Runs a task that reads changes. Throws a fault with the code "busy" if it takes too long. */
export function lookInTime<T>(
  { deps, limitMs }: { deps: TreesDeps; limitMs: number },
  task: (timed: TreesDeps) => Promise<T>,
): Promise<T> {
  const message = `Reading its changes took longer than ${limitMs / 1000} seconds, so the hall stopped.`;
  return inTime({ clock: deps.clock, ms: limitMs, late: () => new Fault("busy", message) }, (late) =>
    task({ ...deps, signal: deps.signal ? AbortSignal.any([deps.signal, late]) : late }),
  );
}

/**
 * Calls `use` with the project's repository. If the project has been removed, uses the repository that it
 * had.
 */
export async function withRepository<T>(
  deps: TreesDeps,
  { project, repository }: TreePlan,
  use: (place: GitPlace) => Promise<T>,
): Promise<T> {
  const path = findProject(deps.projects(), project)?.path;
  if (path !== undefined) return use((await openRepository(deps, { project, path })).place);
  await mustBePlain(repository);
  const { kept } = await readSettings(deps, repository);
  return withLook(deps, { project, repository, kept }, use);
}

/** Returns the commit to compare with, if the commits of the work are there. */
async function findStart(
  deps: TreesDeps,
  place: GitPlace,
  { compared: { tree, withEarlier }, tip }: { compared: SidesOrder["compared"]; tip: string },
): Promise<string> {
  const into = withEarlier ? await findBranch(deps, place, tree.into) : undefined;
  return into === undefined ? tree.base : startOfWork(deps, place, { base: tree.base, tip, into });
}

interface Commits {
  from: string;
  to: string;
}

/** Returns the commits to compare; `undefined` if the worktree must be compared instead. */
async function findCommits(
  deps: TreesDeps,
  place: GitPlace,
  compared: Extract<Compared, { what: "commit" | "worktree" }>,
): Promise<Commits | undefined> {
  const { tree } = compared;
  if (compared.what === "commit") return existing(deps, place, compared);
  if (!compared.mayBeCommitted) return undefined;
  const tip = await findBranch(deps, place, tree.branch);
  return tip === undefined || tip === tree.base ? undefined : { from: tree.base, to: tip };
}

/**
 * Returns the work's commits. If they are gone, returns the merge commit and its parent, which show the same changes.
 */
async function existing(
  deps: TreesDeps,
  place: GitPlace,
  { tree, tip, merged }: Extract<Compared, { what: "commit" }>,
): Promise<Commits> {
  const { base } = tree;
  if ((await isCommit(deps, place, tip)) && (await isCommit(deps, place, base)))
    return { from: base, to: tip };
  if (merged !== null) {
    const args = ["rev-parse", "--verify", "--quiet", `${merged}^1^{commit}`];
    const parent = await runGit(deps, { args, place });
    if (parent.code === 0) return { from: parent.stdout.trim(), to: merged };
  }
  throw new Fault("gone", `The commits of its work are not in the repository of "${tree.project}" any more.`);
}

async function withWorktree<T>(
  deps: TreesDeps,
  { id, tree, place, start }: { id: CommissionId; tree: TreePlan; place: GitPlace; start: string },
  use: (sides: WorkSides) => Promise<T>,
): Promise<T> {
  const worktree = worktreePlace(deps.home, id, tree);
  if (!(await isPlainDirectory(worktree.workTree)))
    throw new Fault("gone", `Its worktree ${worktree.workTree} is not there.`);
  if (await wasNeverWhole(worktree)) throw new Fault("gone", "Its worktree is being made.");
  return withApart(deps, { id, place }, async (apart) => {
    const { tree: to, ...leftOut } = await lookSnapshot(deps, { id, tree, apart });
    const own = { ...place, objects: apart.objects };
    const earlier = start !== tree.base;
    return use({ place: own, from: start, to, base: start, tip: null, earlier, leftOut });
  });
}

async function withApart<T>(
  { disk }: TreesDeps,
  { id, place }: { id: CommissionId; place: GitPlace },
  use: (apart: Apart) => Promise<T>,
): Promise<T> {
  const directory = `${place.view}/${lookName(id)}`;
  const apart = { objects: `${directory}/objects`, index: `${directory}/index`, files: `${directory}/files` };
  await disk.removeTree(directory);
  await disk.makeDirectories(`${apart.objects}/info`);
  await disk.replaceUnsynced(`${apart.objects}/info/alternates`, `${place.view}/objects\n`);
  try {
    return await use(apart);
  } finally {
    await disk.removeTree(directory);
  }
}
