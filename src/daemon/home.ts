// Making the hall's home ready: its directories, its format, its token. A home of a newer format is left alone.
import { chmod, mkdir } from "node:fs/promises";
import { type HomeLayout, homeVersion } from "../contract/home-layout.ts";
import { Fault } from "../contract/problem.ts";
import type { Disk } from "../host/disk.ts";

/** Refuses before anything is written. */
export async function checkHomeVersion(disk: Disk, home: HomeLayout): Promise<void> {
  const text = await disk.readText(home.version);
  if (text === undefined) return;
  const found = Number(text.trim());
  if (!Number.isInteger(found) || found < 1)
    throw new Fault("home", `${home.version} does not hold a format number.`);
  if (found <= homeVersion) return;
  throw new Fault(
    "home",
    `The home ${home.root} has format ${found}; this release knows formats up to ${homeVersion}. Install a newer guild-hall.`,
  );
}

export async function prepareHome(home: HomeLayout): Promise<void> {
  for (const path of [home.root, home.run, home.logs, home.commissions, home.trash]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  await chmod(home.root, 0o700);
}

export async function stampHome(disk: Disk, home: HomeLayout): Promise<void> {
  await disk.createNew(home.version, `${homeVersion}\n`);
}

/** The token that opens the hall's doors: made once per home, readable by its owner alone. */
export async function readToken(disk: Disk, home: HomeLayout, newSecret: () => string): Promise<string> {
  await disk.createNew(home.token, `${newSecret()}\n`);
  const token = (await disk.readText(home.token))?.trim();
  if (!token || token.length < 32)
    throw new Fault("home", `${home.token} does not hold a token. Delete it and start again.`);
  return token;
}
