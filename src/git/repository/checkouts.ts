// Lists all checkouts of a repository that git knows, the main one and the linked worktrees, with the branch
// of each.
import { readdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { plainFiles } from "../../host/files/plain-files.ts";
import { branchAt } from "./discover.ts";

export interface KnownCheckout {
  /** The directory of the checked-out files, or `gitDir` if git does not say which directory that is. */
  path: string;
  gitDir: string;
  /** `null` if HEAD is detached or cannot be read. */
  branch: string | null;
}

export async function checkoutsOf(repository: string): Promise<KnownCheckout[]> {
  const names = await readdir(`${repository}/worktrees`).catch(() => []);
  const beside = await Promise.all(names.map((name) => checkoutAt(`${repository}/worktrees/${name}`)));
  const first = { path: dirname(repository), gitDir: repository, branch: await branchOf(repository) };
  return [first, ...beside];
}

async function checkoutAt(gitDir: string): Promise<KnownCheckout> {
  const link = (await plainFiles.read(`${gitDir}/gitdir`, 16_384).catch(() => undefined))
    ?.toString("utf8")
    .trim();
  return {
    path: link === undefined ? gitDir : dirname(resolve(gitDir, link)),
    gitDir,
    branch: await branchOf(gitDir),
  };
}

async function branchOf(gitDir: string): Promise<string | null> {
  return branchAt({ gitDir }).catch(() => null);
}
