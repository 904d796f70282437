// Counts the workers and toolboxes that were found, and reports their problems.
import type { Finding } from "../../contract/api/doctor.ts";
import type { Roster } from "../../guild/roster/discover.ts";
import { rosterProblems } from "../../guild/roster/problems.ts";
import { plural } from "../../base/text/plural.ts";
import { ok, warn } from "./finding.ts";

export function checkPackages(roster: Roster): Finding {
  const problems = rosterProblems(roster);
  const found = `${plural(roster.workers.length, "worker")}, ${countBoxes(roster.toolboxes.length)}`;
  if (problems.length === 0) return ok("packages", found);
  return warn("packages", {
    detail: [`${found}; ${plural(problems.length, "problem")}:`, ...problems].join("\n"),
    advice: "Mend or remove what is named; the others are not affected.",
  });
}

function countBoxes(count: number): string {
  return count === 1 ? "1 toolbox" : `${count} toolboxes`;
}
