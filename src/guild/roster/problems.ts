// Everything that is wrong with packages, once: those that were passed over, then those that are listed.
import type { Roster } from "./discover.ts";

/** Why the package in a directory of this name was passed over; undefined: there is none, or it is sound. */
export function whyPassedOver({ problems }: Pick<Roster, "problems">, name: string): string | undefined {
  return problems.find((problem) => problem.split(": ", 1)[0]?.endsWith(`/${name}`));
}

export function rosterProblems({ workers, toolboxes, problems }: Roster): string[] {
  return [...new Set([...problems, ...[...workers, ...toolboxes].flatMap((found) => found.problems)])];
}
