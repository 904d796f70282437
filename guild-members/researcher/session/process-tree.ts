// Finds a process and its descendants and kills them reliably. Without /proc it finds nothing, and the caller has
// to kill the process itself.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

interface Seen {
  pid: number;
  parent: number;
  /** Together with the pid, identifies exactly one process. */
  startTime: string;
}

export interface Tree {
  pid: number;
  /**
   * A NAME=value in the environment of the whole tree. It also identifies processes that have left their
   * parents.
   */
  mark: string;
}

/** How long to keep killing before giving up. */
export const endMs = 10_000;

/**
 * Kills the tree. Resolves when all of it is dead, or after `endMs`. Each round finds processes that were
 * started since the last one.
 */
export async function endTree(tree: Tree): Promise<void> {
  for (const until = Date.now() + endMs; Date.now() < until;) {
    const living = findTree(tree);
    if (living.length === 0) return;
    for (const one of living) killIfSame(one);
    await sleep(5);
  }
}

function findTree({ pid, mark }: Tree): Seen[] {
  const all = listProcesses();
  const found = new Map(
    all.filter((one) => one.pid === pid || isMarked(one.pid, mark)).map((one) => [one.pid, one]),
  );
  for (let parents = new Set(found.keys()); parents.size > 0;) {
    const children = all.filter((one) => parents.has(one.parent) && !found.has(one.pid));
    for (const child of children) found.set(child.pid, child);
    parents = new Set(children.map((child) => child.pid));
  }
  return [...found.values()];
}

function listProcesses(): Seen[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
}

/** Returns `undefined` if there is no such process, or only a zombie. */
function readStat(pid: number): Seen | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name is in brackets and may hold anything, brackets included.
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    return { pid, parent: Number(parent), startTime: rest[17] ?? "" };
  } catch {
    return undefined;
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
  } catch {
    return false; // the process has just ended, or belongs to another user
  }
}

function killIfSame({ pid, startTime }: Seen): void {
  if (readStat(pid)?.startTime !== startTime) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has just ended.
  }
}
