// Updates the files of the integration worktree to the tip of the integration branch, where finished work is
// merged. Never overwrites a person's changes: if they conflict with the update, the worktree stays at its
// old commit, on a detached HEAD.
import { messageOf } from "../../base/text/message-of.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { headOf } from "../repository/checked-out.ts";
import { fromIndex, settleHalfDone } from "../worktree/interrupted-checkout.ts";
import { ensureIntegration, worktreeState } from "./integration.ts";
import { lockFault } from "./move-branch.ts";
import { integrationPlace, type WorktreePlace } from "../repository/places.ts";
import { branchRef, findBranch } from "../repository/refs.ts";
import { projectOf, tipOf } from "../repository/repository.ts";
import { git, type GitRun, runGit } from "../repository/run.ts";
import { readShown, writeShown } from "./integration-head.ts";
import type { TreesDeps } from "../trees.ts";

export interface Integration {
  project: ProjectName;
  repository: string;
  /** The integration branch. */
  branch: string;
}

interface Step {
  place: WorktreePlace;
  /** The commit that the worktree shows; `undefined` if that is not known. */
  from: string | undefined;
  to: string;
}

/**
 * Updates the worktree after a merge. A failure is only logged, because the merge is valid without the
 * update. The next call retries.
 */
export async function bringAlongIfPossible(deps: TreesDeps, integration: Integration): Promise<void> {
  const note = await bringAlong(deps, integration);
  if (note !== null) deps.log.warn(note, { project: integration.project });
}

/**
 * Updates the worktree. Returns `null` if it now shows the tip, else the reason why it does not. Does not
 * move the branch.
 */
export async function bringAlong(deps: TreesDeps, integration: Integration): Promise<string | null> {
  const place = integrationPlace(deps.home, integration);
  try {
    await makeAgain(deps, integration, place);
    const why = await follow(deps, integration, place);
    return why === null ? null : behind(place, why);
  } catch (error) {
    return behind(place, messageOf(error));
  }
}

/** Recreates the worktree if a person deleted it, or git's entry for it under "worktrees/". */
async function makeAgain(deps: TreesDeps, { project }: Integration, place: WorktreePlace): Promise<void> {
  const isThere =
    (await worktreeState(project, place)) === "there" && (await headOf(place.gitDir)) !== undefined;
  if (isThere) return;
  const opened = await projectOf(deps, project);
  await ensureIntegration(deps, { ...opened, tip: await tipOf(deps, opened, "integration") });
}

async function follow(
  deps: TreesDeps,
  { branch, repository }: Integration,
  place: WorktreePlace,
): Promise<string | null> {
  const tip = await findBranch(deps, place, branch);
  if (tip === undefined) return `the branch "${branch}" is not there`;
  const shown = await readShown(deps.disk, place);
  const head = await headOf(place.gitDir);
  const isAttached = head === `ref: ${branchRef(branch)}`;
  if (!isAttached && (head === undefined || head !== shown)) return elsewhere(head, branch);
  if (shown === tip && isAttached) return null;
  const failed = await go(deps, { place, from: shown, to: tip });
  if (failed === null) return attach(deps, place, { branch, tip, isAttached });
  if (isAttached && shown !== undefined) await detach(deps, place, { shown, tip });
  return lockFault({ place, repository }, failed)?.message ?? whyNot(failed);
}

/**
 * Updates the index and the files. Returns `null`, or the failed run of git. If the first try fails, a person
 * has changed a file, or the previous update was interrupted. Files that the interrupted update wrote are
 * added to the index before the second try, so that git does not take them for a person's changes.
 */
async function go(deps: TreesDeps, step: Step): Promise<GitRun | null> {
  const first = await firstStep(deps, step);
  if (first === null) return null;
  await runGit(deps, { args: ["update-index", "-q", "--refresh"], place: step.place });
  const from = await fromIndex(deps, step);
  if (from === undefined) return first;
  await settleHalfDone(deps, { ...step, from });
  return readTree(deps, { ...step, from });
}

/**
 * Tries the plain update. Refuses it if there is an index and its commit is unknown: staged changes could be
 * lost.
 */
async function firstStep(deps: TreesDeps, step: Step): Promise<GitRun | null> {
  const isUnknown =
    step.from === undefined && (await deps.disk.sizeOf(`${step.place.gitDir}/index`)) !== undefined;
  return isUnknown
    ? { code: 1, stdout: "", stderr: "the hall did not write its index" }
    : readTree(deps, step);
}

/** Updates the index and the files, all or nothing: git checks every path before it touches the first. */
async function readTree(deps: TreesDeps, { place, from, to }: Step): Promise<GitRun | null> {
  const trees = from === undefined ? [to] : [from, to];
  const run = await runGit(deps, { args: ["read-tree", "-m", "-u", ...trees], place });
  return run.code === 0 ? null : run;
}

async function attach(
  deps: TreesDeps,
  place: WorktreePlace,
  { branch, tip, isAttached }: { branch: string; tip: string; isAttached: boolean },
): Promise<null> {
  if (!isAttached) await git(deps, { args: ["symbolic-ref", "HEAD", branchRef(branch)], place });
  await writeShown(deps.disk, place, tip);
  return null;
}

/**
 * Detaches HEAD at the commit that the files show. A commit made there on the branch itself would revert
 * newer work.
 */
async function detach(
  deps: TreesDeps,
  place: WorktreePlace,
  { shown, tip }: { shown: string; tip: string },
): Promise<void> {
  const args = ["update-ref", "--no-deref", "-m", "guild-hall: left where it was", "HEAD", shown, tip];
  await runGit(deps, { args, place }); // may fail: the next update tries again
}

function behind({ workTree }: WorktreePlace, why: string): string {
  return `${workTree} does not show the newest work: ${why.replace(/\.$/, "")}.`;
}

function elsewhere(head: string | undefined, branch: string): string {
  if (head === undefined) return "it is not a worktree of the repository any more";
  const at = head.replace(/^ref: (refs\/heads\/)?/, "");
  return `it is at ${at} instead of the branch "${branch}". The hall leaves your changes there alone. Save them elsewhere, then run "git switch ${branch}" there`;
}

function whyNot({ stderr }: GitRun): string {
  const said = stderr
    .trim()
    .split("\n")
    .slice(0, 3)
    .join(" ")
    .replace(/^error: /, "");
  return `something was changed there, and the hall leaves it as it is (${said}). Commit it elsewhere or undo it`;
}
