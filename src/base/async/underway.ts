// Work that goes on when nobody waits for it any more: whoever ends everything can.

export interface Underway {
  /** Hands the work back as it is. */
  add<T>(work: Promise<T>): Promise<T>;
  isIdle(): boolean;
  /** When nothing is left of it, also of what was added meanwhile. How it ended is nobody's business here. */
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
