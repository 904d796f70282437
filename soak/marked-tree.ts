// A workbench's whole tree, seen from outside: what it started, and the sleeps that a worker's shell left behind.
import { readdirSync, readFileSync } from "node:fs";
import { readProcStat } from "../src/host/processes/proc-stat.ts";
import { familyOf } from "../test/harness/find-text.ts";

export interface Member {
  pid: number;
  startTime: string;
}

/** The living processes whose command line is `sleep MARK`, also those that have left every family. */
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

/** Those that are there still; a zombie is dead. */
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
