// Finds the spare workbench of a hall, and reads what it uses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";

type Home = Pick<HomeLayout, "run">;

/** How long a spare takes to be ready, with a margin: its `claude` starts within half a second. */
const settleMs = 2500;

/** On a busy machine the hall makes no spare, or one that ends before it is ready. */
const patienceMs = 20_000;
const mostTries = 4;

/** Waits for a spare. If none comes, does other work: the hall decides about a spare only when work begins or ends. */
export async function untilSpare(home: Home, work: () => Promise<unknown>): Promise<string> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const begun = performance.now();
    while (findSpare(home) === null && performance.now() - begun < patienceMs) await Bun.sleep(100);
    if (findSpare(home) !== null) await Bun.sleep(settleMs);
    const place = findSpare(home);
    if (place !== null) return place;
    await work();
  }
  throw new Error("the machine is too busy for a spare");
}

/** Returns the directory of the spare that listens for its claude; `null` if there is none. */
export function findSpare({ run }: Home): string | null {
  const names = readdirSync(run).filter((name) => /^spare-[\w-]+$/.test(name));
  return names.map((name) => `${run}/${name}`).find((place) => existsSync(`${place}/gateway.sock`)) ?? null;
}

/** Returns the memory of a spare with its `claude`, in MB. */
export function memoryOf(place: string): number {
  const kb = treeOf(place).reduce((sum, pid) => sum + proportionalKb(pid), 0);
  return Math.round(kb / 1024);
}

/** Returns the processes whose command line names this directory, and their descendants. */
function treeOf(place: string): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const found = new Set(all.filter((pid) => readOr(`/proc/${pid}/cmdline`).includes(place)));
  for (let grown = true; grown;) {
    const more = all.filter((pid) => !found.has(pid) && found.has(parentOf(pid)));
    for (const pid of more) found.add(pid);
    grown = more.length > 0;
  }
  return [...found];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Counts memory that processes share in equal parts. */
function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
