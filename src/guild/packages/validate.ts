// Validates a package: its metadata, the files that would be copied, and its code, which runs in a separate process
// with a time limit.
import { z } from "zod";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { runtimeFlags } from "../../host/processes/handoff.ts";
import { discoverPackages, type Roster } from "../roster/discover.ts";
import { listCodeFiles } from "../install/code-files.ts";
import { changedSince, readPackagesRecord } from "../roster/packages-record.ts";
import type { PackagePlace } from "../roster/places.ts";
import { readPackage, readPosture, type SoundPackage } from "../roster/read-package.ts";
import { faultText } from "../../base/text/shape-faults.ts";
import { type PackageAsks, asksOf } from "./asks.ts";
import { dependencyProblem, readDependencies } from "../install/dependencies.ts";
import type { RunProgram } from "../install/programs.ts";

export interface ValidatePackageDeps {
  disk: Disk;
  home: HomeLayout;
  places: readonly PackagePlace[];
  run: RunProgram;
  runtime: string;
  /** The program that tries a package's code. */
  program: string;
  newKey(): string;
}

export interface PackageValidation {
  asks: PackageAsks | null;
  problems: string[];
  /** Remarks that are not mistakes of the package. */
  warnings: string[];
}

export async function validatePackage(
  deps: ValidatePackageDeps,
  { directory, runsCode }: { directory: string; runsCode: boolean },
): Promise<PackageValidation> {
  const read = await readPackage(directory);
  if (!read.ok) return { asks: null, problems: read.faults.map(faultText), warnings: [] };
  const dependencies = await readDependencies(directory);
  const files = await listCodeFiles(directory);
  const bringing = dependencyProblem(dependencies);
  return {
    asks: asksOf(read.found, dependencies),
    problems: [
      ...(files.ok ? [] : [files.reason]),
      ...(bringing === null ? [] : [bringing]),
      ...(runsCode ? await tryInChild(deps, directory) : []),
    ],
    warnings: await findWarnings(deps, read.found),
  };
}

async function findWarnings(deps: ValidatePackageDeps, found: SoundPackage): Promise<string[]> {
  const { worker, toolbox, directory } = found;
  const name = (worker ?? toolbox)?.identity.name ?? "";
  const roster = await discoverPackages(deps.places);
  const there = new Set(roster.toolboxes.map(({ metadata }) => metadata.identity.name));
  const missing = (worker?.toolboxes ?? []).filter(
    (box) => !there.has(box) && toolbox?.identity.name !== box,
  );
  const changed = directory.startsWith(`${deps.home.packages}/`)
    ? await changedSince(await readPackagesRecord(deps.disk, deps.home), { name, directory })
    : null;
  return [
    ...(isTaken(roster, { name, directory }) ? [takenText(name)] : []),
    ...(worker && (await isEmpty({ directory, posture: worker.posture })) ? [emptyText(worker.posture)] : []),
    ...missing.map(
      (box) => `guildHall.toolboxes: "${box}" is not installed here. Add it, or its commissions fail.`,
    ),
    ...(changed === null ? [] : [changed]),
  ];
}

/** Tells whether another package that came with the hall has this name. */
function isTaken({ workers, toolboxes }: Roster, { name, directory }: { name: string; directory: string }) {
  return [...workers, ...toolboxes].some(
    (one) => one.source === "bundled" && one.metadata.identity.name === name && one.directory !== directory,
  );
}

function takenText(name: string): string {
  return `guildHall.identity.name: "${name}" comes with the hall, so that it can be neither added nor linked. Take another.`;
}

async function isEmpty(worker: { directory: string; posture: string }): Promise<boolean> {
  const read = await readPosture(worker);
  return read.ok && read.value.trim() === "";
}

function emptyText(posture: string): string {
  return `guildHall.posture: ${posture} is empty. It has to tell the worker who it is and how it works.`;
}

const said = z.array(z.string());

async function tryInChild(deps: ValidatePackageDeps, directory: string): Promise<string[]> {
  const { run, runtime, program, home, newKey } = deps;
  const mark = newKey();
  const args = [...runtimeFlags, program, "--directory", directory, "--home", home.root, "--mark", mark];
  const ended = await run({ file: runtime, args, cwd: directory });
  const at = ended.stdout.lastIndexOf(mark);
  if (at >= 0) return said.parse(JSON.parse(ended.stdout.slice(at + mark.length)));
  return [`Its code did not end in order: ${ended.said}`];
}
