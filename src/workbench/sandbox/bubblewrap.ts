// Builds the command line of bubblewrap from a plan. Each part stops one attack; test/workbench/sandbox/ carries out
// each attack with and without its part.
import type { ReadOnlyMount } from "./read-only.ts";
import { settingsFiles, type SystemMount } from "./system-mounts.ts";

export interface Bind {
  from: string;
  to: string;
  writable: boolean;
}

export interface BubblewrapPlan {
  bwrap: string;
  system: readonly SystemMount[];
  /** Directories that a person lets workers read. */
  added: readonly ReadOnlyMount[];
  /** In this order: a later one may be mounted over an earlier one. */
  binds: readonly Bind[];
  /** The directory in which the program starts, as a path in the sandbox. */
  chdir: string;
  program: string;
  args: readonly string[];
  /** The descriptor from which bubblewrap reads the system call filter. `null` means no filter. */
  filterOn: number | null;
}

export function bubblewrapCommand(plan: BubblewrapPlan): { file: string; args: string[] } {
  return {
    file: plan.bwrap,
    args: [
      ...lifetime,
      ...privileges,
      ...namespaces,
      ...(plan.filterOn === null ? [] : ["--seccomp", String(plan.filterOn)]),
      ...plan.system.flatMap(systemMount),
      ...settingsFiles.flatMap((path) => ["--ro-bind-try", path, path]),
      ...plan.added.flatMap(({ from, to }) => ["--ro-bind", from, to]),
      ...plan.system.flatMap(closeHidden),
      ...kernelMounts,
      ...plan.binds.flatMap(bind),
      "--remount-ro",
      "/", // last of the mounts: nothing can be added to the root after this
      "--chdir",
      plan.chdir,
      "--",
      plan.program,
      ...plan.args,
    ],
  };
}

/**
 * Everything in the sandbox ends with the workbench, and there is no terminal into which a program could
 * type.
 */
const lifetime = ["--die-with-parent", "--new-session"];

/**
 * If root runs the hall, bubblewrap alone is no sandbox: capabilities would allow remounting, and uid 0 may open
 * /proc/sys.
 */
const privileges = [
  "--cap-drop",
  "ALL",
  "--unshare-user",
  "--disable-userns",
  "--uid",
  "1000",
  "--gid",
  "1000",
];

/** The sandbox has its own empty network: a socket that is mounted as a file is the only way out. */
const namespaces = [
  "--unshare-net",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--hostname",
  "guild",
];

/**
 * Mounts a file system in memory, with a limit. Without one it could take half of the machine's memory, and on a
 * machine without control groups no limit would count it.
 */
function boundedMemory(path: string): string[] {
  return ["--size", String(64 * 1024 * 1024), "--tmpfs", path];
}

const kernelMounts = [
  "--proc",
  "/proc",
  "--ro-bind",
  "/proc/sys",
  "/proc/sys",
  "--dev",
  "/dev",
  ...boundedMemory("/dev/shm"),
  "--remount-ro",
  "/dev",
  ...boundedMemory("/run"),
];

function systemMount(mount: SystemMount): string[] {
  switch (mount.kind) {
    case "link":
      return ["--symlink", mount.target, mount.path];
    case "bind":
      return ["--ro-bind", mount.path, mount.path];
    case "hidden":
      return ["--size", String(64 * 1024), "--tmpfs", mount.path];
  }
}

/** Makes a hidden directory read-only. This follows the person's own mounts, because they may lie inside it. */
function closeHidden({ kind, path }: SystemMount): string[] {
  return kind === "hidden" ? ["--remount-ro", path] : [];
}

function bind(bind: Bind): string[] {
  return [bind.writable ? "--bind" : "--ro-bind", bind.from, bind.to];
}
