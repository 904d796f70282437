// Ends a process and everything that it started: its group, its descendants, and processes that left both but
// carry a mark in their environment. A process is signalled only if its pid has not been reused.
import { readFileSync } from "node:fs";
import { type Clock, sleep } from "../clock.ts";
import { killIfSame } from "./kill-if-same.ts";
import type { ProcStat } from "./proc-stat.ts";
import { listProcesses } from "./process-tree.ts";
import { bootId, type ProcessIdentity, systemProcesses } from "./processes.ts";

export interface Tree {
  leader: ProcessIdentity;
  /** `NAME=value`, an environment variable that only the leader and its descendants have. */
  mark: string;
  /** True if the caller has just seen the leader end: the kernel cannot have reused the number of its group yet. */
  hasJustEnded?: boolean;
}

export interface EndTree {
  clock: Pick<Clock, "after" | "monotonic">;
  /** How long the leader may take, after SIGTERM, to end itself and what it started. */
  graceMs: number;
}

export type EndsTree = (tree: Tree) => Promise<boolean>;

const pollMs = 40;
/** How long to keep killing, because new processes may be started while the others are killed. */
const killForMs = 2000;

/** Ends the tree. Returns false if some process is still there after all attempts to kill it. */
export async function endTree({ clock, graceMs }: EndTree, tree: Tree): Promise<boolean> {
  if (tree.leader.bootId !== bootId()) return true;
  const known = new Map<number, string>();
  const look = () => lookFor(tree, known);
  look();
  systemProcesses.signal(tree.leader, "SIGTERM");
  const politeUntil = clock.monotonic() + graceMs;
  while (systemProcesses.isAlive(tree.leader) && clock.monotonic() < politeUntil) {
    await sleep(clock, pollMs);
    look();
  }
  const firmUntil = clock.monotonic() + killForMs;
  // Checked twice: a process in the middle of exec shows no environment, and so no mark.
  for (let unseen = 0; unseen < 2; await sleep(clock, pollMs)) {
    const found = look();
    const isGone = found.length === 0 && !systemProcesses.isAlive(tree.leader);
    unseen = isGone ? unseen + 1 : 0;
    if (isGone) continue;
    if (clock.monotonic() > firmUntil) return false;
    systemProcesses.signalGroup(tree.leader, "SIGKILL"); // without a /proc this is all that can be killed
    for (const each of found) killIfSame(each);
  }
  return true;
}

/**
 * Lists the processes that belong to the tree now. Each is remembered, so that its children are found even after it has
 * left the group.
 */
function lookFor(tree: Tree, known: Map<number, string>): ProcStat[] {
  const all = listProcesses().filter(({ pid, isDead }) => !isDead && pid !== process.pid);
  const isGroupOurs = ownsGroup(tree, all, known);
  const belongs = (each: ProcStat) =>
    isLeader(tree, each) ||
    known.get(each.pid) === each.startTime ||
    (isGroupOurs && (each.group === tree.leader.pid || each.session === tree.leader.pid)) ||
    hasMark(each.pid, tree.mark);
  const found = withDescendants(all.filter(belongs), all);
  for (const { pid, startTime } of found) known.set(pid, startTime);
  return found;
}

/**
 * Returns whether the number of the leader's group still identifies that group. The kernel does not reuse the
 * number while any member lives.
 */
function ownsGroup(tree: Tree, all: readonly ProcStat[], known: ReadonlyMap<number, string>): boolean {
  if (all.some((each) => isLeader(tree, each))) return true;
  const isTaken = all.some(({ pid }) => pid === tree.leader.pid);
  if (tree.hasJustEnded === true && known.size === 0) return !isTaken;
  return all.some((each) => known.get(each.pid) === each.startTime && each.group === tree.leader.pid);
}

function isLeader({ leader }: Tree, { pid, startTime }: ProcStat): boolean {
  return pid === leader.pid && startTime === leader.startTime;
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
  } catch {
    return false; // it has just ended, or is not ours to inspect
  }
}

function withDescendants(roots: readonly ProcStat[], all: readonly ProcStat[]): ProcStat[] {
  const found = new Map(roots.map((each) => [each.pid, each]));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const each of all) if (found.has(each.parent)) found.set(each.pid, each);
  }
  return [...found.values()];
}
