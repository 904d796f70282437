// Tracks background work so that shutdown can wait for it.

export interface Underway {
  /** Tracks the work, and returns the same promise. */
  add<T>(work: Promise<T>): Promise<T>;
  isIdle(): boolean;
  /** Resolves when no work is left, including work added meanwhile. Never rejects, however the work ended. */
  settled(): Promise<void>;
}

export function createUnderway(): Underway {
  const works = new Set<Promise<unknown>>();
  return {
    add: (work) => {
      const over = () => works.delete(work);
      works.add(work);
      work.then(over, over);
      return work;
    },
    isIdle: () => works.size === 0,
    settled: async () => {
      while (works.size > 0) await Promise.allSettled(works);
    },
  };
}
