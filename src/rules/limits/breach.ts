// Which limit a session, or a command of a person, has gone beyond, from what was measured.
import type { SessionEnd } from "../../contract/commission/facts.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { PassedLimit } from "../../contract/project/tree.ts";

export type Breach = Extract<SessionEnd, { how: "wall_clock" | "memory" | "disk" | "files" }>;

export interface Measured {
  /** All sessions of the commission together. */
  workedMs: number;
  /** null: it cannot be measured here. `refused`: the kernel has ended a process for want of it. */
  memory: { bytes: number; refused: boolean } | null;
  /** null: not measured this time. */
  disk: DiskUse | null;
}

export interface DiskUse {
  bytes: number;
  /** Those that count against the limit. */
  files: number;
  /** Since the session began. */
  grownBytes: number;
  freeBytes: number;
}

const megabyte = 1024 * 1024;
/** With less than this free the machine itself is in trouble, and whoever takes more has to end. */
export const lastFreeBytes = 256 * megabyte;
/** What a session may have grown by and still be taken for a bystander. */
const bystanderBytes = 64 * megabyte;

type Bounds = Pick<Limits, "maxSeconds" | "memoryMb" | "diskMb" | "files">;

export function findBreach(limits: Bounds, measured: Measured): Breach | null {
  const { maxSeconds, memoryMb, diskMb, files } = limits;
  if (maxSeconds && measured.workedMs >= maxSeconds * 1000)
    return { how: "wall_clock", limitMs: maxSeconds * 1000 };
  if (memoryMb && isOverMemory(memoryMb, measured.memory)) return { how: "memory", limitMb: memoryMb };
  // Before the bytes, of which a walk that was cut short for the number of files knows only a part.
  if (files && measured.disk !== null && measured.disk.files > files) return { how: "files", limit: files };
  if (diskMb && isOverDisk(diskMb, measured.disk)) return { how: "disk", limitMb: diskMb };
  return null;
}

/** Whether it made more than it may: a result that it submitted before stands, but its work is not merged. */
export function isTooMuch({ how }: { how: string }): boolean {
  return how === "disk" || how === "files";
}

/** As it stands in the record of a command. */
export function passedBy(breach: Exclude<Breach, { how: "wall_clock" }>): PassedLimit {
  return { limit: breach.how, most: breach.how === "files" ? breach.limit : breach.limitMb };
}

function isOverMemory(limitMb: number, memory: Measured["memory"]): boolean {
  return memory !== null && (memory.refused || memory.bytes > limitMb * megabyte);
}

function isOverDisk(limitMb: number, disk: DiskUse | null): boolean {
  if (disk === null) return false;
  return (
    disk.bytes > limitMb * megabyte || (disk.freeBytes < lastFreeBytes && disk.grownBytes > bystanderBytes)
  );
}
