// Decides what a command that a person configured may see and use while it runs for a commission or a project.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import { type ReadOnlyMount, readOnlyMounts } from "../sandbox/read-only.ts";
import type { ProcessBounds } from "../sandbox/wrap.ts";

export type CommandLimits = Pick<Limits, "memoryMb" | "processes" | "diskMb" | "files">;

export interface MountDeps {
  home: Pick<HomeLayout, "root">;
  /** Directories that a person lets workers read, besides those of the system. */
  readOnly: readonly string[];
  personHome: string | undefined;
}

export function addedMounts({ readOnly, home, personHome }: MountDeps): ReadOnlyMount[] {
  const mounts = readOnlyMounts(readOnly, { hallHome: home.root, personHome });
  if (typeof mounts === "string") throw new Error(mounts);
  return mounts;
}

export function boundsOf(
  { processes, diskMb }: CommandLimits,
  { countsProcesses }: Enclosure,
): ProcessBounds {
  return {
    processes: countsProcesses ? null : (processes ?? null),
    fileBytes: diskMb ? diskMb * 1024 * 1024 : null,
  };
}
