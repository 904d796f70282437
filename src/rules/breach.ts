// Which limit a session has gone beyond, from what its workbench measured.
import type { SessionEnd } from "../contract/facts.ts";
import type { Limits } from "../contract/limits.ts";

export type Breach = Extract<SessionEnd, { how: "wall_clock" | "memory" | "disk" }>;

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
  /** Since the session began. */
  grownBytes: number;
  freeBytes: number;
}

const megabyte = 1024 * 1024;
/** With less than this free the machine itself is in trouble, and whoever takes more has to end. */
const lastFreeBytes = 256 * megabyte;
/** What a session may have grown by and still be taken for a bystander. */
const bystanderBytes = 64 * megabyte;

export function findBreach(limits: Limits, measured: Measured): Breach | null {
  const { maxSeconds, memoryMb, diskMb } = limits;
  if (maxSeconds && measured.workedMs >= maxSeconds * 1000)
    return { how: "wall_clock", limitMs: maxSeconds * 1000 };
  if (memoryMb && isOverMemory(memoryMb, measured.memory)) return { how: "memory", limitMb: memoryMb };
  if (diskMb && isOverDisk(diskMb, measured.disk)) return { how: "disk", limitMb: diskMb };
  return null;
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
