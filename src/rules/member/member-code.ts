// Plans how to replace the code of a member in the home.
import type { CodeMarks } from "../../contract/member/member-origin.ts";

export interface CodeStates {
  /** File hashes of what was put there: the last complete code, and any whose installation may have been cut short. */
  put: readonly CodeMarks[];
  /** What is there now, at every path that one of the others names. */
  now: CodeMarks;
  wanted: CodeMarks;
}

export interface CodePlan {
  /** Paths that were changed by hand. */
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

/** Whether the hall put this file there. A missing file counts too, because it holds no work that could be lost. */
function isAsPut({ put, now }: CodeStates, path: string): boolean {
  return now[path] === undefined || put.some((marks) => marks[path] === now[path]);
}
