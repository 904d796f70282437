// Finds the checkouts that use a branch: those that have it checked out, and those in the middle of a rebase or bisect
// that will return to it or move it.
import { stat } from "node:fs/promises";
import { plainFiles } from "../../host/files/plain-files.ts";
import { headOf } from "./checked-out.ts";
import { checkoutsOf, type KnownCheckout } from "./checkouts.ts";
import { branchRef } from "./refs.ts";
import type { PersonsRepository } from "./repository.ts";
import type { GitDeps } from "./run.ts";
import { readSettings } from "./settings.ts";

export interface BranchHolder {
  /** The directory of the checked-out files. */
  path: string;
  /** The use that the checkout makes of the branch. */
  how: "checked out" | "rebase" | "bisect";
  /** False if the directory of the files is gone. */
  isThere: boolean;
}

/** Returns the first such checkout; `null` if there is none, so that moving the branch changes no files. */
export async function findHolder(
  deps: GitDeps,
  repository: Pick<PersonsRepository, "repository" | "gitDir" | "top">,
  branch: string,
): Promise<BranchHolder | null> {
  const { isBare } = await readSettings(deps, repository.repository);
  for (const checkout of await checkoutsOf(repository.repository)) {
    // The head of a bare repository is no checkout.
    if (isBare && checkout.gitDir === repository.repository) continue;
    const how = await howHeld(checkout, branch);
    if (how === null) continue;
    const path = checkout.gitDir === repository.gitDir ? repository.top : checkout.path;
    return { path, how, isThere: (await stat(path).catch(() => undefined)) !== undefined };
  }
  return null;
}

export interface OwnBranch {
  repository: string;
  branch: string;
  /** The git directory of the hall's worktree for the branch. */
  own: string;
}

/**
 * Returns the first checkout other than the hall's own that uses the branch; `null` if there is none. A checkout
 * without a HEAD does not count, because the hall is only making or removing it.
 */
export async function findOtherUser({ repository, branch, own }: OwnBranch): Promise<KnownCheckout | null> {
  for (const checkout of await checkoutsOf(repository))
    if (checkout.gitDir !== own && (await howUsed(checkout, branch)) !== null) return checkout;
  return null;
}

/** Git names the branch in these files of a checkout while it rebases or bisects. */
const held = [
  ["rebase-merge/head-name", "rebase"],
  ["rebase-merge/update-refs", "rebase"],
  ["rebase-apply/head-name", "rebase"],
  ["BISECT_START", "bisect"],
] as const;

async function howHeld(checkout: KnownCheckout, branch: string): Promise<BranchHolder["how"] | null> {
  // A head that the hall cannot read may be at any branch.
  if (checkout.branch === null && (await headOf(checkout.gitDir)) === undefined) return "checked out";
  return howUsed(checkout, branch);
}

async function howUsed(
  { gitDir, branch: head }: KnownCheckout,
  branch: string,
): Promise<BranchHolder["how"] | null> {
  if (head === branch) return "checked out";
  for (const [file, how] of held) {
    const text = (await plainFiles.read(`${gitDir}/${file}`, 1_000_000).catch(() => undefined))?.toString(
      "utf8",
    );
    const lines = (text ?? "").split("\n").map((line) => line.trim());
    // A bisect notes the short name of the branch.
    if (lines.includes(branchRef(branch)) || (how === "bisect" && lines[0] === branch)) return how;
  }
  return null;
}
