// Changes the packages of a home: locks them while one command works on them, keeps their record, and moves a package
// into place or to the trash.
import { lstat, unlink } from "node:fs/promises";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { PackageName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { exchangeNames } from "../../host/files/exchange.ts";
import { draftIn, type PlaceDeps, withLockedPlace } from "../install/locked-place.ts";
import {
  findRecorded,
  type PackagesRecord,
  readPackagesRecord,
  type RecordedPackage,
  replacePackagesRecord,
} from "../roster/packages-record.ts";

export type HomePackagesDeps = PlaceDeps;

export interface HomePackages {
  record: PackagesRecord;
  remember(name: PackageName, entry: RecordedPackage): Promise<void>;
  forget(name: PackageName): Promise<void>;
}

export function withHomePackages<T>(
  deps: HomePackagesDeps,
  use: (packages: HomePackages) => Promise<T>,
): Promise<T> {
  const { packages, packagesLock } = deps.home;
  return withLockedPlace(deps, {
    directory: packages,
    lock: packagesLock,
    what: "packages",
    use: async () => use(await openHomePackages(deps)),
  });
}

async function openHomePackages({ disk, home }: HomePackagesDeps): Promise<HomePackages> {
  const record = await readPackagesRecord(disk, home);
  if (record === null)
    throw new Fault(
      "home",
      `${home.packagesRecord} cannot be read. Repair it, or delete it: the hall then no longer knows which packages were added.`,
    );
  const write = () => replacePackagesRecord(disk, { home, packages: record });
  return {
    record,
    remember: (name, entry) => {
      record[name] = entry;
      return write();
    },
    forget: async (name) => {
      if (findRecorded(record, name) === undefined) return;
      delete record[name];
      await write();
    },
  };
}

export function draftOf({ home, newKey }: Pick<DiscardDeps, "home" | "newKey">, name: PackageName): string {
  return draftIn(home.packages, { name, newKey });
}

interface DiscardDeps {
  disk: Disk;
  home: HomeLayout;
  newKey(): string;
}

export interface Discarded {
  was: "absent" | "link" | "directory";
  /** The package's path in the trash. `null` if it was not a directory. */
  movedTo: string | null;
}

/** Removes the package of this name: a directory goes to the trash, a symlink is only removed. */
export function discard(deps: DiscardDeps, name: PackageName): Promise<Discarded> {
  return discardAt(deps, { name, path: `${deps.home.packages}/${name}` });
}

interface Discarding {
  name: PackageName;
  path: string;
}

async function discardAt(
  { disk, home, newKey }: DiscardDeps,
  { name, path }: Discarding,
): Promise<Discarded> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return { was: "absent", movedTo: null };
  if (found.isSymbolicLink()) {
    await unlink(path);
    await disk.secureNames(home.packages);
    return { was: "link", movedTo: null };
  }
  const movedTo = `${home.trash}/package-${name}.${newKey()}`;
  await disk.move(path, movedTo);
  return { was: "directory", movedTo };
}

/**
 * Gives a draft (a finished copy under another name) the package's name, and discards the previous package. The two
 * names are exchanged atomically where possible, so that a hall that reads the packages meanwhile finds either one. If
 * it found none, a waiting commission would fail.
 */
export async function putInPlace(
  deps: DiscardDeps,
  { name, draft }: { name: PackageName; draft: string },
): Promise<Discarded> {
  const path = `${deps.home.packages}/${name}`;
  if (exchangeNames(draft, path)) return discardExchanged(deps, { name, draft, path });
  const discarded = await discard(deps, name);
  await deps.disk.move(draft, path);
  return discarded;
}

/**
 * Discards the old package, which now has the draft's name. If that fails, it gets its own name back, so that
 * a failure changes nothing.
 */
async function discardExchanged(
  deps: DiscardDeps,
  { name, draft, path }: Discarding & { draft: string },
): Promise<Discarded> {
  try {
    await deps.disk.secureNames(deps.home.packages);
    return await discardAt(deps, { name, path: draft });
  } catch (error) {
    exchangeNames(draft, path);
    throw error;
  }
}
