// What a session takes of the disk. Asking how much is free costs nothing, walking a tree does: it is walked when the
// free space has moved, and now and then.
import type { Clock } from "../host/clock.ts";
import type { DiskUse } from "../rules/breach.ts";

export interface GaugeOrder {
  clock: Pick<Clock, "monotonic">;
  free(): Promise<number>;
  /** Not complete: some of it is hidden from us. */
  used(): Promise<{ bytes: number; complete: boolean }>;
}

const movedBytes = 64 * 1024 * 1024;
const restMs = 10_000;
/** A tree that takes long to walk is walked less often: at most a twentieth of the time. */
const restPerWalk = 20;

interface Walk {
  bytes: number;
  complete: boolean;
  free: number;
  at: number;
  costMs: number;
}

/**
 * Who hides a part of what it takes, in directories that it closed or buried, is charged with whatever the disk has
 * lost since it began: that may be too much, never too little.
 * null when the disk does not answer: that is not the session's fault.
 */
export function createDiskGauge(order: GaugeOrder): () => Promise<DiskUse | null> {
  let first: Walk | null = null;
  let last: Walk | null = null;
  return async () => {
    try {
      const free = await order.free();
      if (last === null || isDue(order, last, free)) last = await walk(order, free);
      first ??= last;
      const bytes = last.complete ? last.bytes : Math.max(last.bytes, first.bytes + first.free - free);
      return { bytes, grownBytes: bytes - first.bytes, freeBytes: free };
    } catch {
      return null;
    }
  };
}

function isDue({ clock }: GaugeOrder, last: Walk, free: number): boolean {
  const rested = clock.monotonic() - last.at;
  if (rested < last.costMs * restPerWalk) return false;
  return rested >= restMs || Math.abs(free - last.free) > movedBytes;
}

async function walk({ clock, used }: GaugeOrder, free: number): Promise<Walk> {
  const begun = clock.monotonic();
  const measured = await used();
  const at = clock.monotonic();
  return { ...measured, free, at, costMs: at - begun };
}
