// Prepares the hall's home directory: its subdirectories, its format version, its token. Refuses a home of a newer
// format.
import { chmod } from "node:fs/promises";
import { type HomeLayout, homeVersion } from "../../contract/home/home-layout.ts";
import { formatProblem, notOwnProblem } from "../../contract/home/home-problems.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { whyNotOwn } from "../../host/files/own-place.ts";

/** Refuses a home in which another user could replace the token. */
export async function checkHomeOwner(home: HomeLayout): Promise<void> {
  const notOwn = await whyNotOwn(home.root);
  if (notOwn !== null) throw new Fault("home", notOwnProblem(home, notOwn));
}

/** Refuses a home whose format this release cannot use, before anything is written. */
export async function checkHomeVersion(disk: Disk, home: HomeLayout): Promise<void> {
  const problem = formatProblem(home, await disk.readText(home.version));
  if (problem !== null) throw new Fault("home", problem);
}

/** Makes the missing directories. Refuses a directory that contains foreign files. */
export async function prepareHome(disk: Disk, home: HomeLayout): Promise<void> {
  const isOurs = (await disk.readText(home.version)) !== undefined;
  const strange = isOurs ? [] : (await disk.list(home.root)).filter((name) => !isOwn(name));
  if (strange.length > 0) {
    const message = `${home.root} is not a home of a hall: it holds ${strange.slice(0, 3).join(", ")}. Set GUILD_HALL_HOME to a directory of its own.`;
    throw new Fault("home", message);
  }
  for (const path of [home.root, home.run, home.logs, home.commissions, home.attachments, home.trash]) {
    if ((await disk.sizeOf(path)) === undefined) await disk.makeDirectories(path);
  }
  await chmod(home.root, 0o700);
}

/**
 * Returns true for names that may exist before the first complete start: an interrupted start left them, or
 * the person added settings or packages first.
 */
function isOwn(name: string): boolean {
  return ownNames.includes(name) || name.endsWith(".draft") || /^\.?config\.yaml/.test(name);
}

const ownNames: readonly string[] = [
  "version",
  "token",
  "page-keys.json",
  "run",
  "logs",
  "commissions",
  "attachments",
  "trash",
  "packages",
  "packages.json",
  "guild-members",
  "memory",
];

/** Writes the format version. Also removes the draft files that a killed start left. */
export async function stampHome(disk: Disk, home: HomeLayout): Promise<void> {
  for (const path of [home.root, home.run, home.attachments]) await disk.sweepDrafts(path);
  const found = await disk.readText(home.version);
  if (found === undefined) await disk.createNew(home.version, `${homeVersion}\n`);
  // From here on the ledgers may hold lines that the previous release does not know, so it must not open this
  // home.
  else if (Number(found) < homeVersion) await disk.replace(home.version, `${homeVersion}\n`);
}

/**
 * Returns the token by which callers authenticate. It is made once per home and readable by its owner alone.
 */
export async function readToken(disk: Disk, home: HomeLayout, newSecret: () => string): Promise<string> {
  if ((await disk.readText(home.token)) === undefined) await disk.createNew(home.token, `${newSecret()}\n`);
  const token = (await disk.readText(home.token))?.trim();
  if (!token || !/^[\w-]{32,}$/.test(token))
    throw new Fault("home", `${home.token} does not hold a token. Delete it and start again.`);
  return token;
}
