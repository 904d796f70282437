// Finds a workbench's whole process tree from outside, including the sleeps that a worker's shell left behind.
import { readdirSync, readFileSync } from "node:fs";
import { readProcStat } from "../src/host/processes/proc-stat.ts";
import { familyOf } from "../test/harness/find-text.ts";

export interface Member {
  pid: number;
  startTime: string;
}

/** Returns the living processes whose command line is `sleep MARK`, even those without a parent in the tree. */
export function sleepers(mark: string): Member[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid) === `sleep\0${mark}\0`)
    .flatMap(alive);
}

export function treeOf(bench: number, mark: string): Member[] {
  const family = familyOf(bench).flatMap(({ pid }) => alive(pid));
  return [...family, ...sleepers(mark).filter(({ pid }) => !family.some((member) => member.pid === pid))];
}

/** Returns the processes that are still alive. A zombie counts as dead. */
export function left(members: readonly Member[]): Member[] {
  return members.filter(({ pid, startTime }) => alive(pid).some((found) => found.startTime === startTime));
}

function alive(pid: number): Member[] {
  const stat = readProcStat(pid);
  return stat?.isDead === false ? [{ pid, startTime: stat.startTime }] : [];
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
