// Finds worker and toolbox packages by their metadata. Runs no package code; an invalid package is reported and does
// not affect the others.
import type { ToolboxMetadata, WorkerMetadata } from "../../contract/package/package.ts";
import { listDirectories } from "../../host/files/look-inside.ts";
import { faultText, type ShapeFault } from "../../base/text/shape-faults.ts";
import { missingText, missingToolboxes } from "../../rules/limits/tools.ts";
import type { PackagePlace, PackageSource } from "./places.ts";
import { readPackage, type SoundPackage } from "./read-package.ts";

interface Package {
  directory: string;
  /** The file that exports `activate` or `tools`. */
  entry: string;
  source: PackageSource;
  /** Problems of a package that is listed all the same, such as a missing toolbox. */
  problems: string[];
}

export interface WorkerPackage extends Package {
  metadata: WorkerMetadata;
}

export interface ToolboxPackage extends Package {
  metadata: ToolboxMetadata;
}

export interface Roster {
  workers: WorkerPackage[];
  toolboxes: ToolboxPackage[];
  /** A sentence for each package that was skipped. */
  problems: string[];
}

export async function discoverPackages(places: readonly PackagePlace[]): Promise<Roster> {
  const roster: Roster = { workers: [], toolboxes: [], problems: [] };
  for (const place of places) await addPlace(roster, place);
  const toolboxes = roster.toolboxes.map(({ metadata }) => metadata);
  for (const { metadata, problems } of roster.workers) {
    const missing = missingToolboxes({ worker: metadata, toolboxes });
    if (missing.length > 0) problems.push(missingText(metadata, missing));
  }
  return roster;
}

/** How many directories are read at the same time. There may be thousands, too many to read at once. */
const batch = 64;

async function addPlace(roster: Roster, place: PackagePlace): Promise<void> {
  const listed = await listDirectories(place.directory);
  if (!listed.ok) return void roster.problems.push(`${place.directory}: ${listed.reason}.`);
  const entries = listed.value.filter(({ name }) => !name.startsWith("."));
  for (let at = 0; at < entries.length; at += batch) {
    const some = entries.slice(at, at + batch);
    const read = await Promise.all(some.map(({ name }) => readPackage(`${place.directory}/${name}`)));
    some.forEach(({ name, isLink }, index) => {
      const one = read[index];
      const source = isLink && place.source === "added" ? "linked" : place.source;
      if (one?.ok) add(roster, { ...one.found, source });
      else if (one) roster.problems.push(passedOver(`${place.directory}/${name}`, one.faults));
    });
  }
}

/**
 * Adds a package to the roster. If two packages have the same name, the first is used and the other is
 * reported.
 */
function add(roster: Roster, { worker, toolbox, ...rest }: SoundPackage & { source: PackageSource }): void {
  const taken =
    (worker && findByName(roster.workers, worker.identity.name)) ??
    (toolbox && findByName(roster.toolboxes, toolbox.identity.name));
  if (taken) {
    const { name } = taken.metadata.identity;
    const message = `"${name}" is the name of the package ${taken.directory} already; expected another name`;
    roster.problems.push(passedOver(rest.directory, [{ field: "guildHall.identity.name", message }]));
    return;
  }
  if (worker) roster.workers.push({ ...rest, metadata: worker, problems: [] });
  if (toolbox) roster.toolboxes.push({ ...rest, metadata: toolbox, problems: [] });
}

export function findByName<P extends WorkerPackage | ToolboxPackage>(
  packages: readonly P[],
  name: string,
): P | undefined {
  return packages.find(({ metadata }) => metadata.identity.name === name);
}

function passedOver(directory: string, faults: readonly ShapeFault[]): string {
  const [first, ...rest] = faults;
  const what = first ? faultText(first) : "it cannot be read";
  const more =
    rest.length === 0
      ? ""
      : ` (and ${rest.length} more: "guild-hall package validate ${directory}" names them all)`;
  return `${directory}: ${what}${more}`;
}
