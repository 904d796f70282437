// Inspects a process and its descendants in /proc: which processes they are, and how much memory they hold. Also tells
// whether any process has a file open.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { type ProcStat, readProcStat } from "./proc-stat.ts";

/**
 * Lists the descendants by following each process's parent, which also finds descendants that left the group
 * (`setsid`). Empty if there is no /proc.
 */
export function descendants(root: number): ProcStat[] {
  const processes = listProcesses();
  const found: ProcStat[] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const children = processes.filter((process) => parents.has(process.parent));
    found.push(...children);
    parents = new Set(children.map((process) => process.pid));
  }
  return found;
}

/** Lists all processes; empty if there is no /proc. */
export function listProcesses(): ProcStat[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcStat(Number(name)) ?? []);
  } catch {
    return []; // macOS
  }
}

/**
 * Returns whether a descendant runs another program than this process itself, which started it. May overlook one that
 * starts just now, so a caller that waits for it asks again.
 */
export function hasStartedAnother(root: number): boolean {
  const own = programOf(root);
  const below = descendantsNow(root) ?? descendants(root).map(({ pid }) => pid);
  return below.some((pid) => !["", own].includes(programOf(pid)));
}

/**
 * Lists the descendants that the main threads started, without looking at each process of the machine. `null` if this
 * kernel does not list children.
 */
function descendantsNow(root: number): number[] | null {
  try {
    const children = readFileSync(`/proc/${root}/task/${root}/children`, "utf8").split(" ").filter(Boolean);
    return children.flatMap((pid) => [Number(pid), ...(descendantsNow(Number(pid)) ?? [])]);
  } catch {
    return null; // it has ended, or the kernel was built without this list
  }
}

/** Returns the file that the process executes, as its command line names it; "" if the process has ended. */
function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  } catch {
    return "";
  }
}

/**
 * Returns the bytes of memory that a process and its descendants hold, not counting program code and mapped files.
 * Shared pages count for each process, so that the sum is too high rather than too low.
 */
export function treeMemory(root: number): number {
  return pidsOf(root).reduce((sum, pid) => sum + ownMemory(pid), 0);
}

function ownMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const held = [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)];
    return held.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  } catch {
    return 0; // it has just ended
  }
}

/**
 * Returns true if a process that we may inspect has this file open. False if there is no /proc, or no such
 * file.
 */
export function isHeldOpen(path: string): boolean {
  const wanted = statOr(path);
  if (!wanted) return false;
  const isSame = (file: { dev: number; ino: number }) => file.dev === wanted.dev && file.ino === wanted.ino;
  return listProcesses().some(({ pid }) => openFiles(pid).some(isSame));
}

function openFiles(pid: number) {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => statOr(`/proc/${pid}/fd/${fd}`) ?? []);
  } catch {
    return []; // it has just ended, or is not ours
  }
}

function statOr(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function pidsOf(root: number): number[] {
  return [root, ...descendants(root).map(({ pid }) => pid)];
}
