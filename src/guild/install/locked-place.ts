// Locks a directory of the home while one command changes it, so that no other command changes it at the same
// time. First removes the drafts (unfinished copies) of commands that were killed.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { formatProblem } from "../../contract/home/home-problems.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Locks } from "../../host/processes/locks.ts";

export interface PlaceDeps {
  disk: Disk;
  home: HomeLayout;
  locks: Locks;
}

export interface PlaceUse<T> {
  directory: string;
  lock: string;
  /** The name for the directory's contents in error messages, such as "packages". */
  what: string;
  use(): Promise<T>;
}

export async function withLockedPlace<T>(
  { disk, home, locks }: PlaceDeps,
  { directory, lock: path, what, use }: PlaceUse<T>,
): Promise<T> {
  const problem = formatProblem(home, await disk.readText(home.version));
  if (problem !== null) throw new Fault("home", problem);
  for (const needed of [directory, home.trash]) await disk.makeDirectories(needed);
  const lock = locks.tryLock(path);
  if (!lock) throw new Fault("busy", `Another command is changing the ${what}. Try again in a moment.`);
  try {
    await sweep(disk, directory);
    return await use();
  } finally {
    lock.release();
  }
}

/** Removes the drafts that a killed command left behind. */
async function sweep(disk: Disk, directory: string): Promise<void> {
  const left = (await disk.list(directory)).filter((name) => /^\..*\.draft$/.test(name));
  for (const name of left) await disk.removeTree(`${directory}/${name}`);
}

/** Returns a new path for a draft. If the draft is left behind, the next command removes it. */
export function draftIn(directory: string, { name, newKey }: { name: string; newKey(): string }): string {
  return `${directory}/.${name}.${newKey()}.draft`;
}
