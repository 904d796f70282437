// Collects the problems of packages, without repetition: first of packages that were skipped, then of those that are
// listed.
import type { Roster } from "./discover.ts";

/** Returns why the package in a directory of this name was skipped. `undefined` if it was not, or does not exist. */
export function whyPassedOver({ problems }: Pick<Roster, "problems">, name: string): string | undefined {
  return problems.find((problem) => problem.split(": ", 1)[0]?.endsWith(`/${name}`));
}

export function rosterProblems({ workers, toolboxes, problems }: Roster): string[] {
  return [...new Set([...problems, ...[...workers, ...toolboxes].flatMap((found) => found.problems)])];
}
