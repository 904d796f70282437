// Classifies each worktree of a project. Compares its directory, and git's entry for it (a directory under
// ".git/worktrees/"), with the commission in the ledger, the log of the commission's events.
import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { judge, type Judgement, ownerOf } from "../../rules/project/worktree-upkeep.ts";
import {
  type FindWorktreesDeps,
  findWorktrees,
  type FoundWorktree,
  type GitEntry,
} from "./find-worktrees.ts";
import { notInCommit } from "./not-in-commit.ts";
import { viewPlace, worktreePlace } from "../repository/places.ts";
import { type GitDeps, runGit } from "../repository/run.ts";

export interface SurveyDeps extends FindWorktreesDeps, GitDeps {
  /** Reads the commission from the ledger. */
  find(id: CommissionId): Promise<Commission | undefined>;
}

export interface Surveyed {
  found: FoundWorktree;
  judgement: Judgement;
  /** The commission that owns the worktree; `null` if it belongs to no commission of this hall. */
  commission: Commission | null;
  uncommitted: number | null;
}

export async function survey(deps: SurveyDeps, project: ProjectName): Promise<Surveyed[]> {
  const surveyed: Surveyed[] = [];
  for (const found of await findWorktrees(deps, project)) {
    const one = await surveyOne(deps, found).catch(passOver);
    if (one !== null) surveyed.push(one);
  }
  return surveyed;
}

/**
 * Returns `null` if a commission's ledger is unreadable, and throws any other error. The caller then skips the
 * commission's worktree, whose purpose is unknown.
 */
export function passOver(error: unknown): null {
  if (isUnreadable(error)) return null;
  throw error;
}

async function surveyOne(deps: SurveyDeps, found: FoundWorktree): Promise<Surveyed | null> {
  const commission = await ownCommission(deps, found);
  const owner = commission === null ? null : ownerOf(commission);
  const entry = await entryKind(found);
  const isComparable = owner?.kept != null && found.hasDirectory && entry === "ours";
  const uncommitted = isComparable && commission ? await compared(deps, found, commission) : null;
  const isHeld = found.entry !== null && !found.hasDirectory && (await mayHold(deps, found, found.entry));
  const { hasDirectory: directory } = found;
  const isWhole = found.entry?.isWhole ?? false;
  const judgement = judge({ directory, entry, isWhole, isHeld, owner, uncommitted });
  return judgement && { found, judgement, commission, uncommitted };
}

async function ownCommission(deps: SurveyDeps, { id, project }: FoundWorktree): Promise<Commission | null> {
  const commission = id === null ? undefined : await deps.find(id);
  return commission?.record.tree?.project === project ? commission : null;
}

async function entryKind({ entry, path }: FoundWorktree): Promise<"ours" | "elsewhere" | "none"> {
  if (entry === null) return "none";
  return entry.leadsTo !== null && (await isSamePlace(entry.leadsTo, path)) ? "ours" : "elsewhere";
}

/**
 * Tells whether two paths name the same directory, even if the home is reached through a symlink. Resolves
 * only the parent directories, because the last part of a path may not exist.
 */
export async function isSamePlace(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  if (basename(a) !== basename(b)) return false;
  const [one, other] = await Promise.all(
    [a, b].map((path) => realpath(dirname(path)).catch(() => undefined)),
  );
  return one !== undefined && one === other;
}

/** Returns how many of the worktree's files its commit does not have; `null` if git cannot compare them. */
async function compared(
  deps: SurveyDeps,
  { id }: FoundWorktree,
  { record }: Commission,
): Promise<number | null> {
  const { tree, applied } = record;
  const commit = applied?.tree?.tip ?? applied?.tree?.commit ?? tree?.base;
  if (id === null || tree === null || commit === undefined) return null;
  const place = worktreePlace(deps.home, id, tree);
  return notInCommit(deps, place, commit).then(
    (paths) => paths.length,
    () => null,
  );
}

/**
 * Tells whether something could be lost with git's entry: a lock, a commit that is on no branch, or staged
 * content.
 */
async function mayHold(deps: SurveyDeps, { project }: FoundWorktree, entry: GitEntry): Promise<boolean> {
  if (entry.isLocked || !/^ref: refs\/heads\/./.test(entry.head)) return true;
  const { view } = viewPlace(deps.home, project);
  const place = { gitDir: entry.directory, view };
  const args = ["diff-index", "--cached", "--quiet", "HEAD"];
  return (await runGit(deps, { args, place }).catch(() => null))?.code !== 0;
}

export interface Owned {
  commission: Commission;
  tree: TreePlan;
}

/** Returns the commission and its plan; `null` if no commission of this hall owns the worktree. */
export function ownedBy({ commission }: Surveyed): Owned | null {
  const tree = commission?.record.tree ?? null;
  return commission && tree && { commission, tree };
}
