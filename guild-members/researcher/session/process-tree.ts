// A process and whoever descends from it, and how they are ended for certain. Where there is no /proc only the process
// itself is known.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

interface Seen {
  pid: number;
  parent: number;
  /** With the pid it names one process and no other. */
  startTime: string;
}

export interface Tree {
  pid: number;
  /** Words in the environment that all of them were started with: so one is found that left its parents. */
  mark: string;
}

/** How long one may take that was killed. */
export const endMs = 10_000;

/** Resolves when nobody of it lives. Whoever is born meanwhile is found in the next round. */
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

/** undefined: there is none, or only its entry is left. */
function readStat(pid: number): Seen | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name stands in brackets and may hold anything, brackets included.
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
    return false; // it has just ended, or is not ours to read
  }
}

function killIfSame({ pid, startTime }: Seen): void {
  if (readStat(pid)?.startTime !== startTime) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
