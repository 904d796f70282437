// Are the packages sound that a hall here would find?
import { homeLayout } from "../../contract/home-layout.ts";
import { systemDisk } from "../../host/disk.ts";
import { installed } from "../../host/program.ts";
import { withChanges } from "../../roster/changes.ts";
import { discoverPackages } from "../../roster/discover.ts";
import { packagePlaces } from "../../roster/places.ts";
import { rosterProblems } from "../../roster/problems.ts";
import type { Cli } from "../cli.ts";
import { plural } from "../render/measures.ts";
import { ok, warn, type Finding } from "./check.ts";

export async function checkPackages({ home }: Pick<Cli, "home">): Promise<Finding> {
  const layout = homeLayout(home);
  const places = packagePlaces({ installed, home: layout, more: [] });
  const roster = await withChanges({ disk: systemDisk, home: layout }, await discoverPackages(places));
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
