// Counts the processor time of programs with all their descendants, by a control group of the kernel.
import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";

export interface ProcessorGroup {
  /** The prefix of a command line that runs in the group. */
  under: readonly string[];
  /** Returns the processor time so far, in milliseconds. */
  usedMs(): number;
  /** Removes the group, whose processes have to have ended. */
  close(): Promise<void>;
}

const accounts = "/sys/fs/cgroup/cpuacct";

/** Returns `null` on a machine where such a group cannot be made. */
export function openProcessorGroup(name: string): ProcessorGroup | null {
  const group = `${accounts}/guild-hall-bench-${process.pid}-${name}`;
  if (!existsSync(`${accounts}/cgroup.procs`)) return null;
  try {
    mkdirSync(group);
  } catch {
    return null;
  }
  return {
    under: ["/bin/sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh"],
    usedMs: () => Number(readFileSync(`${group}/cpuacct.usage`, "utf8")) / 1e6,
    close: () => remove(group),
  };
}

async function remove(group: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return rmdirSync(group);
    } catch {
      await Bun.sleep(100); // the last process is still ending
    }
  }
}
