// Runs deferrable tasks a few at a time, in order, so that a burst does not delay work that a caller waits for.

/** Queues a task, which must never reject. */
export type Lane = (task: () => Promise<unknown>) => void;

export function createLane(width: number): Lane {
  const waiting = new Set<() => Promise<unknown>>();
  let running = 0;
  const goOn = () => {
    for (const task of waiting) {
      if (running >= width) return;
      waiting.delete(task);
      running += 1;
      void task().finally(() => {
        running -= 1;
        goOn();
      });
    }
  };
  return (task) => {
    waiting.add(task);
    goOn();
  };
}
