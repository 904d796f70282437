// A disk that fails for a while: full, read-only, or with syncs that do not come through.
import type { Machine } from "./machine.ts";
import { fail } from "./file-tree.ts";

export type DiskFault = "ENOSPC" | "EROFS" | "EIO";

/** `grow` needs space, `change` does not, `sync` must reach the disk. */
export type Need = "grow" | "change" | "sync";

const fails: Readonly<Record<DiskFault, readonly Need[]>> = {
  ENOSPC: ["grow"],
  EROFS: ["grow", "change"],
  EIO: ["sync"],
};

/** A full disk still takes a byte here and there, and a failing one a sync; a read-only one takes nothing. */
export function strikes(machine: Machine, need: Need): boolean {
  const { fault, random } = machine;
  if (fault === null || !fails[fault].includes(need)) return false;
  const isStruck = fault === "EROFS" || random.chance(0.7);
  if (isStruck) machine.refusals += 1;
  return isStruck;
}

export function refuseWhenFaulty(machine: Machine, need: Need, path: string): void {
  if (strikes(machine, need)) fail(machine.fault ?? "EIO", path);
}
