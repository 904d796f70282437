// Finds the directories in which a control group of ours can be made, from the calling process's /proc/self/cgroup and
// /proc/self/mountinfo.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface GroupPlace {
  /** The directory to make a group in. */
  parent: string;
  /** The group that the process is in now. */
  home: string;
  /** Which limits a group made there can have. */
  has: { processes: boolean; memory: MemoryFiles | null };
}

export interface MemoryFiles {
  limit: string;
  used: string;
  events: string;
  /** If `isOnTop`, the file limits swap alone; otherwise memory and swap together. */
  swap: { file: string; isOnTop: boolean };
}

const v1Memory: MemoryFiles = {
  limit: "memory.limit_in_bytes",
  used: "memory.usage_in_bytes",
  events: "memory.oom_control",
  swap: { file: "memory.memsw.limit_in_bytes", isOnTop: false },
};
const v2Memory: MemoryFiles = {
  limit: "memory.max",
  used: "memory.current",
  events: "memory.events",
  swap: { file: "memory.swap.max", isOnTop: true },
};

export type Places = { kind: string; places: GroupPlace[] };

/** Returns the places, or a sentence that says why there are none. */
export function findPlaces({ cgroup, mountinfo }: { cgroup: string; mountinfo: string }): Places | string {
  const mounts = parseMounts(mountinfo);
  const memory = homeIn(mounts, cgroup, "memory");
  const pids = homeIn(mounts, cgroup, "pids");
  if (memory && pids)
    return {
      kind: "control groups (v1)",
      places: [
        { parent: memory, home: memory, has: { processes: false, memory: v1Memory } },
        { parent: pids, home: pids, has: { processes: true, memory: null } },
      ],
    };
  const unified = mounts.find((mount) => mount.type === "cgroup2");
  const home = unified && directoryOf(unified, pathOf(cgroup, ""));
  if (!home) return "this machine has no control groups";
  const parent = findDelegated(unified.point, home);
  if (parent === undefined) return "no control group was delegated to this user";
  return {
    kind: "control groups",
    places: [{ parent, home, has: { processes: true, memory: v2Memory } }],
  };
}

/**
 * Finds the v2 group in which to make ours: the nearest, from the current group upwards, that delegates both
 * controllers to its children. A v2 group with processes in it cannot do so, so ours is usually beside the
 * current one. The search stops at a group with a memory limit, which would not apply to a group above it.
 */
function findDelegated(top: string, home: string): string | undefined {
  for (let at = home; ; at = join(at, "..")) {
    const handedDown = readWords(join(at, "cgroup.subtree_control"));
    if (handedDown.includes("memory") && handedDown.includes("pids")) return at;
    const bound = readWords(join(at, "memory.max"))[0] ?? "max";
    if (at === top || bound !== "max") return undefined;
  }
}

function readWords(path: string): string[] {
  try {
    return readFileSync(path, "utf8").trim().split(/\s+/);
  } catch {
    return [];
  }
}

interface Mount {
  root: string;
  point: string;
  type: string;
  options: readonly string[];
}

function parseMounts(mountinfo: string): Mount[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , root, point] = before.split(" ");
    const [type = "", , options = ""] = after.split(" ");
    const isCgroup = type === "cgroup" || type === "cgroup2";
    return isCgroup && root && point ? [{ root, point, type, options: options.split(",") }] : [];
  });
}

/** Returns the directory of the v1 group that the process is in, for one controller. */
function homeIn(mounts: readonly Mount[], cgroup: string, controller: string): string | undefined {
  const mount = mounts.find(({ type, options }) => type === "cgroup" && options.includes(controller));
  return mount && directoryOf(mount, pathOf(cgroup, controller));
}

/**
 * Finds the path of a controller's group. Lines are `id:controllers:path`; the line of v2 has no controllers.
 */
function pathOf(cgroup: string, controller: string): string | undefined {
  const lines = cgroup.split("\n").map((line) => line.split(":"));
  return lines
    .find(([, names = "-"]) => names.split(",").includes(controller))
    ?.slice(2)
    .join(":");
}

/**
 * Returns the directory of a group. `undefined` if the mount does not show it: inside a container, a mount
 * may show only a part of the tree.
 */
function directoryOf({ root, point }: Mount, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const step = relative(root, path);
  return step.startsWith("..") ? undefined : join(point, step);
}
