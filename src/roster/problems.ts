// Everything that is wrong with packages, once: those that were passed over, then those that are listed.
import type { Roster } from "./discover.ts";

export function rosterProblems({ workers, toolboxes, problems }: Roster): string[] {
  return [...new Set([...problems, ...[...workers, ...toolboxes].flatMap((found) => found.problems)])];
}
