// A real hall with one guard taken away, named by SOAK_WEAKNESS. For controls: a hunt that finds nothing wrong with
// this one proves nothing about the other.
import { closeSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { runHall, type World } from "../src/hall/main.ts";
import { type Append, type Disk, systemDisk } from "../src/host/files/disk.ts";
import { type Locks, systemLocks } from "../src/host/processes/locks.ts";

const real: World = { disk: systemDisk, locks: systemLocks };

const worlds = {
  /** Nobody is kept out. */
  "no-lock": { ...real, locks: { ...systemLocks, tryLock: () => ({ release: () => undefined }) } },
  /** Held as long as a file exists, as a pid file is: whoever is killed leaves it behind. */
  "lock-file": { ...real, locks: lockFiles() },
  /** Says that a line is written, and writes it a moment later. */
  "early-answer": { ...real, disk: earlyDisk() },
  /** Leaves the line of a failed write where it is. */
  "no-cut": { ...real, disk: { ...systemDisk, append: appendAndHope } },
} satisfies Record<string, World>;

export type Weakness = keyof typeof worlds;

function lockFiles(): Locks {
  const tryLock = (path: string) => {
    try {
      closeSync(openSync(`${path}.exists`, "wx"));
      return { release: () => undefined };
    } catch {
      return null;
    }
  };
  return { ...systemLocks, tryLock };
}

const lateMs = 30;

function earlyDisk(): Disk {
  let last: Promise<unknown> = Promise.resolve();
  const append = async (append: Append) => {
    const due = Bun.sleep(lateMs);
    const written = last.then(() => due).then(() => systemDisk.append(append));
    last = written.catch(() => undefined); // nobody is left to be told
  };
  return { ...systemDisk, append };
}

async function appendAndHope({ path, text }: Append): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

export const weakHall = import.meta.path;

if (import.meta.main) await runHall(worlds[process.env["SOAK_WEAKNESS"] as Weakness]);
