// What a commission changed: its commit against the commit it began at, or its worktree as it is at the moment.
import { findProject } from "../contract/config.ts";
import type { CommissionDiff } from "../contract/diff.ts";
import type { CommissionId } from "../contract/ids.ts";
import { Fault } from "../contract/problem.ts";
import type { TreePlan } from "../contract/tree.ts";
import { isPlainDirectory } from "../host/missing.ts";
import type { Compared } from "../rules/review.ts";
import { diffTrees, type TreeDiff } from "./diff-trees.ts";
import { type Apart, lookSnapshot } from "./look-snapshot.ts";
import { lookName } from "./looks.ts";
import { mustBePlain } from "./own-places.ts";
import { worktreePlace } from "./places.ts";
import { findBranch, isCommit } from "./refs.ts";
import { openRepository } from "./repository.ts";
import { type GitPlace, runGit } from "./run.ts";
import { readSettings } from "./settings.ts";
import type { TreesDeps } from "./trees.ts";
import { withLook } from "./view.ts";
import { wasNeverWhole } from "./worktree-entry.ts";

export interface DiffWorkOrder {
  id: CommissionId;
  compared: Exclude<Compared, { what: "none" }>;
  /** Only this file. */
  path: string | undefined;
}

export type WorkDiff = Omit<CommissionDiff, "id" | "branch" | "into">;

/** Somebody waits for the answer. */
const limitMs = 20_000;

/**
 * What is not there any more is thrown as a fault with the code "gone". One look at a commission at a time: what one that
 * failed has left is taken away by the next, and what a killed hall has left by the next hall.
 */
export async function diffWork(deps: TreesDeps, order: DiffWorkOrder): Promise<WorkDiff> {
  const { compared } = order;
  if (compared.what === "nothing") return { ...empty, base: compared.tree.base, tip: compared.tip };
  return inTime(deps, (timed) =>
    withRepository(timed, compared.tree, async (place) => {
      const commits = await findCommits(timed, place, compared);
      if (commits) return { ...(await diffTrees(timed, { ...order, ...commits, place })), ...sides(commits) };
      return diffWorktree(timed, { ...order, tree: compared.tree, place });
    }),
  );
}

const empty: TreeDiff = { files: [], total: 0, additions: 0, deletions: 0 };

export async function inTime<T>(deps: TreesDeps, task: (timed: TreesDeps) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const message = `The look at its changes took longer than ${limitMs / 1000} seconds, and was given up.`;
  const limit = deps.clock.after(limitMs, () => late.abort(new Fault("busy", message)));
  const signal = deps.signal ? AbortSignal.any([deps.signal, late.signal]) : late.signal;
  try {
    return await task({ ...deps, signal });
  } finally {
    limit.cancel();
  }
}

/** Of a project that was removed since, the repository where it was then. */
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

interface Commits {
  from: string;
  to: string;
}

const sides = ({ from, to }: Commits) => ({ base: from, tip: to });

/** undefined: the worktree is what there is. */
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

/** Its branch may be gone, and its commit with it; what was merged is one commit, with the same in it. */
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

async function diffWorktree(
  deps: TreesDeps,
  { id, tree, place, path }: { id: CommissionId; tree: TreePlan; place: GitPlace; path: string | undefined },
): Promise<WorkDiff> {
  const worktree = worktreePlace(deps.home, id, tree);
  if (!(await isPlainDirectory(worktree.workTree)))
    throw new Fault("gone", `Its worktree ${worktree.workTree} is not there.`);
  if (await wasNeverWhole(worktree)) throw new Fault("gone", "Its worktree is being made.");
  return withApart(deps, { id, place }, async (apart) => {
    const to = await lookSnapshot(deps, { id, tree, apart });
    const order = { place: { ...place, objects: apart.objects }, from: tree.base, to, path };
    return { ...(await diffTrees(deps, order)), base: tree.base, tip: null };
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
