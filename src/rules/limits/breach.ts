// Decides from measurements which limit a session, or a check or set-up command, has exceeded.
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { PassedLimit } from "../../contract/project/tree.ts";

export type Breach = Extract<SessionEnd, { how: "wall_clock" | "memory" | "disk" | "files" }>;

export interface SessionUse {
  /** How long all sessions of the commission together were at work. */
  workedMs: number;
  /**
   * `null` if memory cannot be measured on this machine. `refused`: the kernel killed a process because memory ran out.
   */
  memory: { bytes: number; refused: boolean } | null;
  /** `null` if the disk was not measured this time. */
  disk: SessionDiskUse | null;
}

export interface SessionDiskUse {
  bytes: number;
  /** Files that count against the limit. */
  files: number;
  /** How much the disk use has grown since the session began. */
  grownBytes: number;
  freeBytes: number;
}

const megabyte = 1024 * 1024;
/** Below this much free space the machine itself is at risk, and sessions that still grow must end. */
export const lastFreeBytes = 256 * megabyte;
/** A session that grew by less than this is not to blame for a full disk. */
const bystanderBytes = 64 * megabyte;

type Bounds = Pick<Limits, "maxSeconds" | "memoryMb" | "diskMb" | "files">;

export function findBreach(limits: Bounds, measured: SessionUse): Breach | null {
  const { maxSeconds, memoryMb, diskMb, files } = limits;
  if (maxSeconds && measured.workedMs >= maxSeconds * 1000)
    return { how: "wall_clock", limitMs: maxSeconds * 1000 };
  if (memoryMb && isOverMemory(memoryMb, measured.memory)) return { how: "memory", limitMb: memoryMb };
  // Files are checked before bytes: a count that stopped because of too many files knows only part of the bytes.
  if (files && measured.disk !== null && measured.disk.files > files) return { how: "files", limit: files };
  if (diskMb && isOverDisk(diskMb, measured.disk)) return { how: "disk", limitMb: diskMb };
  return null;
}

/**
 * Whether the session wrote more than it may. A result that it submitted still counts, but the work is not
 * merged.
 */
export function isTooMuch({ how }: { how: string }): boolean {
  return how === "disk" || how === "files";
}

/** Converts the exceeded limit to the form that the record of a command uses. */
export function passedBy(breach: Exclude<Breach, { how: "wall_clock" }>): PassedLimit {
  return { limit: breach.how, most: breach.how === "files" ? breach.limit : breach.limitMb };
}

function isOverMemory(limitMb: number, memory: SessionUse["memory"]): boolean {
  return memory !== null && (memory.refused || memory.bytes > limitMb * megabyte);
}

function isOverDisk(limitMb: number, disk: SessionDiskUse | null): boolean {
  if (disk === null) return false;
  return (
    disk.bytes > limitMb * megabyte || (disk.freeBytes < lastFreeBytes && disk.grownBytes > bystanderBytes)
  );
}
