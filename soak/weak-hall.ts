// Runs a real hall with one guard removed, named by SOAK_WEAKNESS. For controls: a hunt that finds nothing
// wrong with this hall proves nothing about the real one.
import { closeSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { runHall, systemWorld, type World } from "../src/hall/main.ts";
import { type Append, type Disk, systemDisk } from "../src/host/files/disk.ts";
import { type Locks, systemLocks } from "../src/host/processes/locks.ts";

const real: World = systemWorld;

const worlds = {
  /** Grants every lock. */
  "no-lock": { ...real, locks: { ...systemLocks, tryLock: () => ({ release: () => undefined }) } },
  /** Holds a lock as long as a file exists, like a pid file: a killed hall leaves it behind. */
  "lock-file": { ...real, locks: lockFiles() },
  /** Reports that a line is written, and writes it a moment later. */
  "early-answer": { ...real, disk: earlyDisk() },
  /** Leaves the line of a failed write in place. */
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
    last = written.catch(() => undefined); // the caller has its answer already
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
