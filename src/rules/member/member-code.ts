// What is to be done with the code of a member in the home when other code is to take its place.
import type { CodeMarks } from "../../contract/member/member-origin.ts";

export interface CodeStates {
  /** What was put there: the last code whose putting ended, and those whose putting may have been cut short. */
  put: readonly CodeMarks[];
  /** What is there now, at every path that any of the others names. */
  now: CodeMarks;
  wanted: CodeMarks;
}

export interface CodePlan {
  /** Paths at which somebody else's hand shows. */
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

/** A file that is missing holds nobody's work. */
function isAsPut({ put, now }: CodeStates, path: string): boolean {
  return now[path] === undefined || put.some((marks) => marks[path] === now[path]);
}
