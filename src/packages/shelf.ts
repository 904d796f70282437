// The home's packages while one command changes them: nobody else does meanwhile, and what was left half-made is gone.
import { lstat, unlink } from "node:fs/promises";
import { formatProblem, type HomeLayout } from "../contract/home-layout.ts";
import type { PackageName } from "../contract/ids.ts";
import { Fault } from "../contract/problem.ts";
import type { Disk } from "../host/disk.ts";
import type { Locks } from "../host/locks.ts";
import {
  type PackagesRecord,
  readPackagesRecord,
  type RecordedPackage,
  replacePackagesRecord,
} from "../roster/packages-record.ts";

export interface ShelfDeps {
  disk: Disk;
  home: HomeLayout;
  locks: Locks;
}

export interface Shelf {
  record: PackagesRecord;
  remember(name: PackageName, entry: RecordedPackage): Promise<void>;
  forget(name: PackageName): Promise<void>;
}

export async function withShelf<T>(deps: ShelfDeps, use: (shelf: Shelf) => Promise<T>): Promise<T> {
  const { disk, home, locks } = deps;
  const problem = formatProblem(home, await disk.readText(home.version));
  if (problem !== null) throw new Fault("home", problem);
  for (const path of [home.packages, home.trash]) await disk.makeDirectories(path);
  const lock = locks.tryLock(home.packagesLock);
  if (!lock) throw new Fault("busy", "Another command is changing the packages. Try again in a moment.");
  try {
    await sweep(deps);
    return await use(await openShelf(deps));
  } finally {
    lock.release();
  }
}

async function openShelf({ disk, home }: ShelfDeps): Promise<Shelf> {
  const record = await readPackagesRecord(disk, home);
  if (record === null)
    throw new Fault(
      "home",
      `${home.packagesRecord} cannot be read. Put it right, or delete it: then nobody knows what was added.`,
    );
  const write = () => replacePackagesRecord(disk, { home, packages: record });
  return {
    record,
    remember: (name, entry) => {
      record[name] = entry;
      return write();
    },
    forget: async (name) => {
      if (record[name] === undefined) return;
      delete record[name];
      await write();
    },
  };
}

/** Drafts of a command that was killed. */
async function sweep({ disk, home }: ShelfDeps): Promise<void> {
  const left = (await disk.list(home.packages)).filter((name) => /^\..*\.draft$/.test(name));
  for (const name of left) await disk.removeTree(`${home.packages}/${name}`);
}

interface DiscardDeps {
  disk: Disk;
  home: HomeLayout;
  newKey(): string;
}

/** Takes what has this name out of the way: a directory goes to the trash, a link is only removed. */
export async function discard(
  { disk, home, newKey }: DiscardDeps,
  name: PackageName,
): Promise<{ was: "absent" | "link" | "directory"; movedTo: string | null }> {
  const path = `${home.packages}/${name}`;
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
