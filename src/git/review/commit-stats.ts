// Counts the files and lines that commits change against their parents, for many commits in one run of git.
import type { ChangeStat } from "../../contract/commission/review-list.ts";
import { git, type GitDeps, type GitPlace } from "../repository/run.ts";

/** The most commits in one run, because all of them are arguments. */
const mostAtOnce = 200;

/** Returns the counts of the commits that are in the repository; a commit that is not there is left out. */
export async function commitStats(
  deps: GitDeps,
  place: GitPlace,
  commits: readonly string[],
): Promise<Map<string, ChangeStat>> {
  const found = new Map<string, ChangeStat>();
  for (let at = 0; at < commits.length; at += mostAtOnce) {
    const some = commits.slice(at, at + mostAtOnce);
    const args = ["log", "--no-walk=unsorted", "--ignore-missing", "--no-ext-diff", "--no-textconv", "-M"];
    const printed = await git(deps, { args: [...args, "--shortstat", "--format=%H", ...some, "--"], place });
    for (const [commit, stat] of parseStats(printed)) found.set(commit, stat);
  }
  return found;
}

export function parseStats(printed: string): [string, ChangeStat][] {
  const stats: [string, ChangeStat][] = [];
  for (const line of printed.split("\n").filter((text) => text !== "")) {
    if (/^[0-9a-f]{40,64}$/.test(line)) stats.push([line, { files: 0, additions: 0, deletions: 0 }]);
    else {
      const last = stats.at(-1);
      if (last)
        last[1] = {
          files: first(line, /(\d+) file/),
          additions: first(line, /(\d+) ins/),
          deletions: first(line, /(\d+) del/),
        };
    }
  }
  return stats;
}

function first(line: string, pattern: RegExp): number {
  return Number(pattern.exec(line)?.[1] ?? 0);
}
