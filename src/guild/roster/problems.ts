// Collects everything that is wrong with packages, without repetition: first skipped packages, then listed ones.
import type { Roster } from "./discover.ts";

/** Returns why the package in a directory of this name was skipped. `undefined` if there is none, or if it is valid. */
export function whyPassedOver({ problems }: Pick<Roster, "problems">, name: string): string | undefined {
  return problems.find((problem) => problem.split(": ", 1)[0]?.endsWith(`/${name}`));
}

export function rosterProblems({ workers, toolboxes, problems }: Roster): string[] {
  return [...new Set([...problems, ...[...workers, ...toolboxes].flatMap((found) => found.problems)])];
}
