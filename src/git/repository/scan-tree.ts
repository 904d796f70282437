// Lists all of a commit's tree as git prints it, until the caller has enough.
import type { GitDeps, GitPlace } from "./run.ts";
import { gitFault, runGit } from "./run.ts";

export interface TreeScan {
  place: GitPlace;
  commit: string;
  /** Further options of `git ls-tree`. */
  options: readonly string[];
  limitMs: number;
  /** Receives each entry. Returning false ends the scan. */
  take(entry: string): boolean;
}

/** Throws if git fails before the caller has enough. Text that is not UTF-8 arrives with U+FFFD in it. */
export async function scanTree(deps: GitDeps, scan: TreeScan): Promise<void> {
  const { place, commit, options, limitMs, take } = scan;
  const decoder = new TextDecoder();
  let rest = "";
  let isEnough = false;
  const args = ["ls-tree", "-r", "-z", "--full-tree", ...options, commit];
  const run = await runGit(deps, {
    args,
    place,
    limitMs,
    take: (chunk) => {
      const entries = (rest + decoder.decode(chunk, { stream: true })).split("\0");
      rest = entries.pop() ?? "";
      isEnough = entries.some((entry) => !take(entry));
      return !isEnough;
    },
  });
  if (run.code !== 0 && !isEnough) throw gitFault({ args }, run); // with enough, git was killed
}
