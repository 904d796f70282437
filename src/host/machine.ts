// Measures the memory, disk and processor time that this machine has to spare. A value that cannot be read is
// `undefined`, and callers ignore it.
import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Machine {
  availableMemoryMb(): number | undefined;
  freeDiskMb(): Promise<number | undefined>;
  /** Returns the share of the last ten seconds in which a process waited for a processor, in per cent. */
  cpuPressure(): number | undefined;
}

/** The directories in which the kernel reports memory, and the directory whose disk is measured. */
export interface MachinePlaces {
  proc: string;
  cgroups: string;
  disk: string;
}

const megabyte = 1024 * 1024;

export function createMachine(places: MachinePlaces): Machine {
  return {
    availableMemoryMb: () => {
      const known = [ofTheWhole(places), ...ofOurGroups(places)].filter((bytes) => bytes !== undefined);
      return known.length === 0 ? undefined : Math.max(0, Math.min(...known)) / megabyte;
    },
    freeDiskMb: () =>
      statfs(places.disk).then(
        ({ bavail, bsize }) => (bavail * bsize) / megabyte,
        () => undefined,
      ),
    cpuPressure: () => {
      const share = /^some avg10=([\d.]+)/m.exec(read(`${places.proc}/pressure/cpu`))?.[1];
      return share === undefined ? undefined : Number(share);
    },
  };
}

export function systemMachine(disk: string): Machine {
  return createMachine({ proc: "/proc", cgroups: "/sys/fs/cgroup", disk });
}

function ofTheWhole({ proc }: MachinePlaces): number | undefined {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(read(`${proc}/meminfo`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/**
 * Returns the spare memory of our control group and of every group above it. A container, or a service with a
 * limit, has less memory than the machine.
 */
function ofOurGroups({ proc, cgroups }: MachinePlaces): (number | undefined)[] {
  const ours = read(`${proc}/self/cgroup`);
  const [v1, v2] = [/^\d+:(?:[\w,=]*,)?memory(?:,[\w,=]*)?:(\/.*)$/m, /^0::(\/.*)$/m].map(
    (line) => line.exec(ours)?.[1],
  );
  return [
    ...upwards(v1).map((path) => spareIn(join(cgroups, "memory", path), groupV1)),
    ...upwards(v2).map((path) => spareIn(join(cgroups, path), groupV2)),
  ];
}

/**
 * Returns the group's path and all above it. Inside a container the path may be the host's; our own group is then at
 * the root.
 */
function upwards(path: string | undefined): string[] {
  if (path === undefined) return [];
  return path === "/" ? ["/"] : [path, ...upwards(dirname(path))];
}

interface Group {
  limit: string;
  used: string;
  cached: RegExp;
}

const groupV1: Group = {
  limit: "memory.limit_in_bytes",
  used: "memory.usage_in_bytes",
  cached: /^total_inactive_file (\d+)$/m,
};
const groupV2: Group = { limit: "memory.max", used: "memory.current", cached: /^inactive_file (\d+)$/m };

/**
 * Returns the spare bytes of one group. Inactive cached file content counts as spare, because the kernel
 * reclaims it before it refuses memory.
 */
function spareIn(directory: string, group: Group): number | undefined {
  const limit = number(`${directory}/${group.limit}`);
  const used = number(`${directory}/${group.used}`);
  if (limit === undefined || used === undefined) return undefined;
  const cached = group.cached.exec(read(`${directory}/memory.stat`))?.[1];
  return limit - used + Number(cached ?? 0);
}

/**
 * Reads a number. Returns `undefined` if there is none, and for `max`, which in version 2 means that there is no limit.
 */
function number(path: string): number | undefined {
  const text = read(path).trim();
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
