// Plans how to replace the code of a guild member in the hall's home with a newer version.
import type { CodeMarks } from "../../contract/member/member-origin.ts";

export interface CodeStates {
  /**
   * File hashes of the versions that the hall has installed: the last complete one, and any whose
   * installation may have been interrupted.
   */
  put: readonly CodeMarks[];
  /** File hashes of the files on disk now, at every path that `put` or `wanted` names. */
  now: CodeMarks;
  wanted: CodeMarks;
}

export interface CodePlan {
  /** Paths of files that were changed by hand. */
  changed: string[];
  write: string[];
  remove: string[];
}

export function planCode(states: CodeStates): CodePlan {
  const { now, wanted } = states;
  const paths = codePaths(states);
  const differing = paths.filter((path) => now[path] !== wanted[path]);
  return {
    changed: differing.filter((path) => !isAsPut(states, path)),
    write: differing.filter((path) => wanted[path] !== undefined),
    remove: differing.filter((path) => wanted[path] === undefined),
  };
}

export function codePaths({ put, wanted }: Pick<CodeStates, "put" | "wanted">): string[] {
  return [...new Set([...put, wanted].flatMap((marks) => Object.keys(marks)))].sort();
}

/**
 * Whether the file is unchanged since the hall installed it. A missing file counts as unchanged, because no
 * edit of it can be lost.
 */
function isAsPut({ put, now }: CodeStates, path: string): boolean {
  return now[path] === undefined || put.some((marks) => marks[path] === now[path]);
}
