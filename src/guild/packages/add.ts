// Adds, links and removes packages of a home. Refuses an invalid package, and one that another package would hide.
import { lstat, realpath, symlink } from "node:fs/promises";
import { type PackageName, packageName } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Clock } from "../../host/clock.ts";
import { timestamp } from "../../host/clock.ts";
import { discoverPackages } from "../roster/discover.ts";
import { readPackage, type SoundPackage } from "../roster/read-package.ts";
import { faultText, type ShapeFault } from "../../base/text/shape-faults.ts";
import { type PackageAsks, asksOf } from "./asks.ts";
import { type CodeDependencies, readDependencies } from "../install/dependencies.ts";
import { installPackage, type InstallDeps, type Installed } from "./install.ts";
import { discard, draftOf, type HomePackagesDeps, withHomePackages } from "./home-packages.ts";
import { fetchSource, type SourceDeps, type SourceOrder } from "./source.ts";

export interface PackageDeps extends InstallDeps, HomePackagesDeps, SourceDeps {
  clock: Pick<Clock, "now">;
  /** The names of the packages that came with the hall. */
  bundled: readonly string[];
}

export interface PackageCandidate {
  ok: true;
  name: PackageName;
  directory: string;
  from: string;
  asks: PackageAsks;
  dependencies: CodeDependencies;
}

/** Fetches and reads a package. Changes nothing in the home, and runs none of the package's code. */
export async function findCandidate(
  deps: PackageDeps,
  order: SourceOrder,
): Promise<PackageCandidate | Refusal> {
  const source = await fetchSource(deps, order);
  if ("ok" in source) return source;
  return readCandidate(deps, source);
}

export async function readCandidate(
  deps: Pick<PackageDeps, "bundled" | "home">,
  { directory, from }: { directory: string; from: string },
): Promise<PackageCandidate | Refusal> {
  const read = await readPackage(directory);
  if (!read.ok) return unsound(from, read.faults);
  const dependencies = await readDependencies(directory);
  const asks = asksOf(read.found, dependencies);
  const name = nameOf(read.found);
  const taken = await whoseName(deps, name);
  if (taken !== null) return refuse("bad_package", taken, "Give it another guildHall.identity.name.");
  return { ok: true, name, directory, from, asks, dependencies };
}

/**
 * Returns a sentence if another package already has this name, because only the first of the two would be used. All
 * packages of the home are read, because a package put there by hand may have any directory name.
 */
async function whoseName(
  { bundled, home }: Pick<PackageDeps, "bundled" | "home">,
  name: PackageName,
): Promise<string | null> {
  if (bundled.includes(name)) return `"${name}" comes with the hall, and the hall's own goes first.`;
  const { workers, toolboxes } = await discoverPackages([{ directory: home.packages, source: "added" }]);
  const own = `${home.packages}/${name}`;
  const other = [...workers, ...toolboxes].find(
    ({ metadata, directory }) => metadata.identity.name === name && directory !== own,
  );
  return other ? `"${name}" is the name of the package in ${other.directory} already.` : null;
}

export function unsound(from: string, faults: readonly ShapeFault[]): Refusal {
  return refuse("bad_package", [`${from} is not a sound package.`, ...faults.map(faultText)].join("\n"));
}

function nameOf({ worker, toolbox }: SoundPackage): PackageName {
  return packageName.parse((worker ?? toolbox)?.identity.name);
}

export function addPackage(deps: PackageDeps, candidate: PackageCandidate): Promise<Installed | Refusal> {
  const { name, directory, from, dependencies } = candidate;
  const order = { name, directory, from, dependencies, addedAt: timestamp(deps.clock) };
  return withHomePackages(deps, (packages) => installPackage(deps, { packages, order }));
}

/**
 * Makes a symlink to the package in the home. No hash is recorded, because the files behind a link may change at any
 * time.
 */
export function linkPackage(
  deps: PackageDeps,
  { name, directory }: PackageCandidate,
): Promise<Installed | Refusal> {
  const path = `${deps.home.packages}/${name}`;
  return withHomePackages(deps, async (packages) => {
    const there = await lstat(path).catch(() => undefined);
    if (there && !there.isSymbolicLink())
      return refuse(
        "bad_package",
        `A package named "${name}" was added already.`,
        `"guild-hall package remove ${name}" takes it away first.`,
      );
    // The real path, because the person may have named the very link that is replaced here.
    const from = await realpath(directory);
    const draft = draftOf(deps, name);
    await symlink(from, draft);
    await deps.disk.move(draft, path);
    await packages.remember(name, { from, addedAt: timestamp(deps.clock), hash: null, linked: true });
    return { ok: true, directory: path, movedTo: null };
  });
}

export type RemovedPackage = { ok: true; was: "link" | "directory"; movedTo: string | null };

export async function removePackage(deps: PackageDeps, typed: string): Promise<RemovedPackage | Refusal> {
  const parsed = packageName.safeParse(typed);
  if (!parsed.success) return refuse("bad_package", `"${typed}" is not a package's name.`, listHint);
  const name = parsed.data;
  if (deps.bundled.includes(name))
    return refuse("bad_package", `"${name}" comes with the hall and cannot be removed.`, listHint);
  return withHomePackages(deps, async (packages) => {
    const { was, movedTo } = await discard(deps, name);
    await packages.forget(name);
    if (was === "absent")
      return refuse("bad_package", `There is no package named "${name}" in this home.`, listHint);
    return { ok: true, was, movedTo };
  });
}

const listHint = '"guild-hall package list" shows those that were added.';
