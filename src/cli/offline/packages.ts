// Creates, checks, adds and removes packages for the command line, with or without a hall.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { packageName, reservedNames } from "../../contract/home/ids.ts";
import { boxName } from "../../contract/package/package.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { findExecutable } from "../../host/processes/children.ts";
import { systemDisk } from "../../host/files/disk.ts";
import { systemLocks } from "../../host/processes/locks.ts";
import * as packages from "../../guild/packages/add.ts";
import type { PackageAsks } from "../../guild/packages/asks.ts";
import type { Installed } from "../../guild/packages/install.ts";
import { listPackages as list, type ListedPackage } from "../../guild/packages/listing.ts";
import { createRunProgram, npmEnvironment } from "../../guild/install/programs.ts";
import { type Scaffold, writeScaffold } from "../../guild/packages/scaffold.ts";
import { validatePackage as validate, type PackageValidation } from "../../guild/packages/validate.ts";
import { packagePlaces } from "../../guild/roster/places.ts";
import type { Cli } from "../cli.ts";

export type { ListedPackage, PackageAsks };

/** Fetching from a registry may be slow; loading code to check it is not. */
const fetchLimitMs = 300_000;
const tryLimitMs = 15_000;

export async function makePackage(
  cli: Cli,
  order: Omit<Scaffold, "kit">,
): Promise<{ ok: true; paths: string[] } | Refusal> {
  const name = packageName.safeParse(order.name);
  if (!name.success)
    return refuse("usage", `<name> is "${order.name}": ${name.error.issues[0]?.message ?? "not a name"}.`);
  const taken = [...reservedNames, ...(await bundledNames(cli))];
  if (taken.includes(name.data))
    return refuse("bad_package", `"${name.data}" is a name of the hall's own.`, "Choose another name.");
  const asBox = order.kind === "toolbox" ? boxName.safeParse(name.data) : undefined;
  if (asBox?.error) return refuse("usage", `<name>: ${asBox.error.issues[0]?.message ?? "not a name"}.`);
  return writeScaffold({ ...order, kit: cli.installed("src/contract/kit/index.ts") });
}

export function validatePackage(
  cli: Cli,
  order: { directory: string; runsCode: boolean },
): Promise<PackageValidation> {
  const { clock, childEnvironment, runtime, newKey, installed } = cli;
  const home = homeLayout(cli.home);
  return validate(
    {
      disk: systemDisk,
      home,
      places: packagePlaces({ installed, home, more: [] }),
      run: createRunProgram({ clock, env: childEnvironment, limitMs: tryLimitMs }),
      runtime,
      program: installed("src/guild/packages/main.ts"),
      newKey,
    },
    order,
  );
}

export interface PackageAddOrder {
  from: string;
  dryRun: boolean;
  /** Called with what the package asks for, before anything is changed. */
  show(asks: PackageAsks): void;
}

/** Adds a package, after showing what it asks for. `added` is `null` for a dry run. */
export function addPackage(
  cli: Cli,
  order: PackageAddOrder,
): Promise<{ ok: true; added: Installed | null } | Refusal> {
  return withScratch(cli, async (scratch) => {
    const deps = await packageDeps(cli);
    const { from } = order;
    const found = await packages.findCandidate(deps, { from, directory: cli.console.directory, scratch });
    if (!found.ok) return found;
    order.show(found.asks);
    const added = order.dryRun ? null : await packages.addPackage(deps, found);
    return added === null || added.ok ? { ok: true, added } : added;
  });
}

export async function linkPackage(
  cli: Cli,
  typed: string,
): Promise<{ ok: true; asks: PackageAsks; directory: string } | Refusal> {
  const deps = await packageDeps(cli);
  const directory = resolve(cli.console.directory, typed);
  const found = await packages.readCandidate(deps, { directory, from: directory });
  if (!found.ok) return found;
  const linked = await packages.linkPackage(deps, found);
  return linked.ok ? { ok: true, asks: found.asks, directory } : linked;
}

export async function removePackage(cli: Cli, name: string): Promise<packages.RemovedPackage | Refusal> {
  return packages.removePackage(await packageDeps(cli), name);
}

export function listPackages({ home }: Pick<Cli, "home">): Promise<ListedPackage[]> {
  return list({ disk: systemDisk, home: homeLayout(home) });
}

async function packageDeps(cli: Cli): Promise<packages.PackageDeps> {
  const { console, childEnvironment, handoff, clock, runtime, newKey } = cli;
  const env = npmEnvironment({ plain: childEnvironment, shell: console.env, handoff });
  return {
    disk: systemDisk,
    locks: systemLocks,
    home: homeLayout(cli.home),
    run: createRunProgram({ clock, env, limitMs: fetchLimitMs }),
    npm: findExecutable("npm", childEnvironment["PATH"] ?? ""),
    runtime,
    newKey,
    clock,
    bundled: await bundledNames(cli),
  };
}

/** Returns the names of the packages that come with the hall: each lies in a directory of its name. */
async function bundledNames({ installed }: Pick<Cli, "installed">): Promise<string[]> {
  const places = ["workers", "toolboxes"].map((place) => readdir(installed(place)).catch(() => []));
  return (await Promise.all(places)).flat();
}

/** Gives `use` a scratch directory for unpacking, and removes it afterwards. */
async function withScratch<T>(
  { temporary }: Pick<Cli, "temporary">,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = await mkdtemp(join(temporary, "guild-hall-package-"));
  try {
    return await use(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
