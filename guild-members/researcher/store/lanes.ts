// Runs the operations on one job one after another, in order. Jobs do not wait for each other.

export interface Lanes {
  in<T>(id: string, task: () => Promise<T>): Promise<T>;
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();
  return {
    in: (id, task) => {
      const run = (last.get(id) ?? Promise.resolve()).then(task);
      const tail = run.then(
        () => undefined,
        () => undefined,
      );
      last.set(id, tail);
      void tail.then(() => {
        if (last.get(id) === tail) last.delete(id);
      });
      return run;
    },
  };
}
