// Makes control groups (cgroups), by which the kernel limits the number of processes in a group and the memory that
// they use. Supports v2 and the older v1; if neither can be used, the functions return a sentence that says why.
import { messageOf } from "../../base/text/message-of.ts";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { findPlaces, type GroupPlace } from "./cgroup-places.ts";
import { readProcStat } from "./proc-stat.ts";

export interface GroupLimits {
  memoryBytes: number | null;
  processes: number | null;
}

export interface Cgroup {
  /** Which kind of group it is, in words for people. */
  kind: string;
  /** Runs `start` so that the processes it makes are in the group from their first instruction on. */
  within<T>(start: () => T): T;
  /**
   * Returns the memory in use. `refused` is true if the kernel killed a process in the group because the
   * memory limit was reached.
   */
  memory(): { bytes: number; refused: boolean };
  /** Kills the processes left in the group, and removes the group. */
  close(): Promise<void>;
}

export interface GroupOrder extends GroupLimits {
  /** The content of /proc/self/cgroup and /proc/self/mountinfo. */
  here: { cgroup: string; mountinfo: string };
}

/**
 * Reads which groups this process is in. If it has entered a group of its own, returns its earlier groups, so
 * that further groups are made beside its own group, not inside it.
 */
export function readHere(): GroupOrder["here"] {
  if (entered !== null) return entered.here;
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return { cgroup: read("/proc/self/cgroup"), mountinfo: read("/proc/self/mountinfo") };
}

/**
 * A counter, because one process may have several groups: a hall runs the checks of several projects at once.
 */
let opened = 0;
/** Set while this process is in a group of its own. */
let entered: Entered | null = null;

interface Entered {
  here: GroupOrder["here"];
  /** The own groups, and the groups that this process was in before. */
  homes: readonly string[];
  former: readonly string[];
}

/**
 * Begins to move this process into the groups that it is already in. The kernel takes about 15 ms for the first move of
 * a process; the moves that follow then take none. Best effort. Resolves when the move is over: another move must not
 * happen before, because this one would undo it.
 */
export async function expectMoves(): Promise<void> {
  const found = findPlaces(readHere());
  if (typeof found === "string") return;
  for (const { home } of found.places)
    await writeFile(`${home}/cgroup.procs`, String(process.pid)).catch(() => undefined);
}

/** Makes a group for processes that are started later. Returns a sentence that says why if it cannot. */
export function openCgroup(order: GroupOrder): Cgroup | string {
  const made = makeGroups(order);
  if (typeof made === "string") return made;
  const { kind, groups } = made;
  return {
    kind,
    within: (start) => within(groups, start),
    memory: () => readMemory(groups),
    close: () => close(groups),
  };
}

export interface OwnGroup {
  /** Moves this process back to its former group, and removes this one. */
  leave(): void;
}

/**
 * Makes a group and moves this process into it. Processes that it starts from now on are in it too, unless they get a
 * group of their own. Returns a sentence that says why if no group can be made.
 */
export function enterCgroup(order: GroupOrder): OwnGroup | string {
  const made = makeGroups(order);
  if (typeof made === "string") return made;
  const { groups } = made;
  for (const { group } of groups) moveInto(group);
  const [homes, former] = [groups.map(({ group }) => group), groups.map(({ home }) => home)];
  entered = { here: order.here, homes, former };
  return {
    leave: () => {
      entered = null;
      for (const { home } of groups) moveInto(home);
      for (const { group } of groups) removeGroup(group);
    },
  };
}

/**
 * Runs `start` so that the processes it makes are not in the group that this process has entered: they would take from its
 * limits, and end with it.
 */
export function outsideOwnGroup<T>(start: () => T): T {
  if (entered === null) return start();
  const { homes, former } = entered;
  try {
    for (const home of former) moveInto(home);
    return start();
  } finally {
    for (const home of homes) moveInto(home);
  }
}

function makeGroups(order: GroupOrder): { kind: string; groups: Group[] } | string {
  const found = findPlaces(order.here);
  if (typeof found === "string") return found;
  opened += 1;
  const own = `guild-hall-${process.pid}-${readProcStat(process.pid)?.startTime ?? "0"}-${opened}`;
  const groups = found.places.map((place) => ({ ...place, group: `${place.parent}/${own}` }));
  try {
    for (const { parent } of groups) sweep(parent);
    for (const home of homesOf(groups)) accessSync(`${home}/cgroup.procs`, constants.W_OK);
    for (const { group } of groups) mkdirSync(group, { recursive: true });
    for (const group of groups) setLimits(group, order);
    within(groups, () => undefined);
  } catch (error) {
    for (const { group } of groups) removeGroup(group);
    return `control groups cannot be used here (${messageOf(error)})`;
  }
  return { kind: found.kind, groups };
}

type Group = GroupPlace & { group: string };

/** Moves this process into the groups, calls `start` and moves back: a new process begins in its parent's groups. */
function within<T>(groups: readonly Group[], start: () => T): T {
  try {
    for (const { group } of groups) moveInto(group);
    return start();
  } finally {
    for (const home of homesOf(groups)) moveInto(home);
  }
}

/** Returns where this process belongs now: it may have entered a group of its own after these groups were made. */
function homesOf(groups: readonly Group[]): string[] {
  return groups.map(({ home }, n) => entered?.homes[n] ?? home);
}

function moveInto(group: string): void {
  writeFileSync(`${group}/cgroup.procs`, String(process.pid));
}

function setLimits({ group, has }: Group, { memoryBytes, processes }: GroupLimits): void {
  if (processes !== null && has.processes) writeFileSync(`${group}/pids.max`, String(processes));
  if (memoryBytes === null || has.memory === null) return;
  const { limit, swap } = has.memory;
  writeFileSync(`${group}/${limit}`, String(memoryBytes));
  // A kernel that does not count swap has no such file.
  if (existsSync(`${group}/${swap.file}`))
    writeFileSync(`${group}/${swap.file}`, String(swap.isOnTop ? 0 : memoryBytes));
}

function readMemory(groups: readonly Group[]): { bytes: number; refused: boolean } {
  for (const { group, has } of groups) {
    if (has.memory === null) continue;
    const bytes = Number(readOr(`${group}/${has.memory.used}`, "0"));
    const killed = /^oom_kill (\d+)$/m.exec(readOr(`${group}/${has.memory.events}`, ""))?.[1];
    return { bytes, refused: Number(killed ?? 0) > 0 };
  }
  return { bytes: 0, refused: false };
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}

const closeTries = 40;

async function close(groups: readonly Group[]): Promise<void> {
  for (let tries = 0; tries < closeTries; tries += 1) {
    if (groups.map(({ group }) => removeGroup(group)).every((gone) => gone)) return;
    await pause(25); // killed processes take a moment to end
  }
}

/** Removes groups left by a process of ours that was killed, and kills the processes that are still in them. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid, startTime] = /^guild-hall-(\d+)-(\d+)(?:-\d+)?$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const maker = readProcStat(Number(pid));
    if (maker?.startTime !== startTime || maker?.isDead) removeGroup(`${parent}/${name}`);
  }
}

/** Kills the processes in the group and tries to remove it. Returns true once it does not exist. */
function removeGroup(group: string): boolean {
  const members = readOr(`${group}/cgroup.procs`, "").split("\n").map(Number);
  for (const pid of members.filter((member) => member > 0 && member !== process.pid)) kill(pid);
  try {
    rmdirSync(group);
  } catch {
    // It still has members, or never existed.
  }
  return !existsSync(group);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
