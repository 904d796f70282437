// Delivers nudges (a workbench's hints that its journal has grown) to the code that waits for news of a commission.
import type { CommissionId } from "../../contract/home/ids.ts";

export interface Nudges {
  next(id: CommissionId): { arrived: Promise<void>; cancel(): void };
  /** Delivers a nudge for the commission with this id. Drops it if no code waits for that commission. */
  heard(word: string): void;
}

export function createNudges(): Nudges {
  const waiting = new Map<string, Set<() => void>>();
  return {
    next: (id) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiters = waiting.get(id) ?? new Set();
      waiting.set(id, waiters.add(resolve));
      return { arrived: promise, cancel: () => forget(waiting, id, resolve) };
    },
    heard: (word) => {
      for (const resolve of waiting.get(word) ?? []) resolve();
    },
  };
}

function forget(waiting: Map<string, Set<() => void>>, id: string, resolve: () => void): void {
  const waiters = waiting.get(id);
  waiters?.delete(resolve);
  if (waiters?.size === 0) waiting.delete(id);
}
