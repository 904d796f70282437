// Work that can wait: a few at a time, in the order it came, so that a burst of it does not hold up what somebody
// waits for.

/** Takes on a task; it never rejects. */
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
