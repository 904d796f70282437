// Counts deleted files that still take disk space because a process has them open or mapped. Files in socket
// messages that a process has not read yet cannot be counted; they make the count incomplete.
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { codeOf } from "./disk.ts";
import { pidsOf } from "../processes/process-tree.ts";

export interface Unseen {
  bytes: number;
  files: number;
  /** False if a process holds something that cannot be inspected. */
  complete: boolean;
}

interface Found {
  devices: ReadonlySet<number>;
  /** Bytes of each file, by device and inode. */
  sizes: Map<string, number>;
  complete: boolean;
}

/**
 * Counts the deleted files on these devices that these processes and their descendants hold. Counts none if there is no
 * /proc.
 */
export function unseenFiles(roots: readonly number[], devices: ReadonlySet<number>): Unseen {
  const found: Found = { devices, sizes: new Map(), complete: true };
  for (const pid of roots.flatMap(pidsOf)) {
    unlessEnded(found, () => lookAtOpen(found, pid));
    unlessEnded(found, () => lookAtMapped(found, pid));
  }
  const bytes = [...found.sizes.values()].reduce((sum, one) => sum + one, 0);
  return { bytes, files: found.sizes.size, complete: found.complete };
}

/** Runs `look`. A process that has just ended holds nothing; one that is not accessible makes the count incomplete. */
function unlessEnded(found: Found, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!ended.includes(codeOf(error))) found.complete = false;
  }
}

const ended: readonly (string | undefined)[] = ["ENOENT", "ESRCH"];

function lookAtOpen(found: Found, pid: number): void {
  for (const descriptor of readdirSync(`/proc/${pid}/fd`))
    unlessEnded(found, () => {
      const file = statSync(`/proc/${pid}/fd/${descriptor}`);
      note(found, file);
      if (file.isSocket() && carriesFiles(`/proc/${pid}/fdinfo/${descriptor}`)) found.complete = false;
    });
}

/**
 * Returns true if an unread message in a socket carries file descriptors. The kernel does not say which files they
 * belong to.
 */
function carriesFiles(fdinfo: string): boolean {
  return /^scm_fds:\s*[1-9]/m.test(readFileSync(fdinfo, "utf8"));
}

/** Such as `7f00-7f10 rw-s 00000000 fd:00 1234   /gh/work/hidden (deleted)`. */
const mapped = /^(\w+-\w+) \S+ \w+ (\w+):(\w+) [1-9]\d* .* \(deleted\)$/gm;

function lookAtMapped(found: Found, pid: number): void {
  for (const [, range, major, minor] of readFileSync(`/proc/${pid}/maps`, "utf8").matchAll(mapped))
    try {
      note(found, statSync(`/proc/${pid}/map_files/${range}`));
    } catch (error) {
      // Only root may inspect mapped files; others see at least which device each is on.
      const isOurs = found.devices.has(deviceOf(parseInt(major ?? "", 16), parseInt(minor ?? "", 16)));
      if (!ended.includes(codeOf(error)) && isOurs) found.complete = false;
    }
}

/** Returns the device's number as stat(2) gives it. */
function deviceOf(major: number, minor: number): number {
  return (minor & 0xff) + major * 0x100 + (minor >> 8) * 0x10_0000;
}

function note({ devices, sizes }: Found, file: Stats): void {
  if (file.nlink === 0 && file.isFile() && devices.has(file.dev))
    sizes.set(`${file.dev}:${file.ino}`, file.blocks * 512);
}
