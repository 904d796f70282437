// Runs tasks one after another, in the order they were submitted. A task that fails does not stop the next.

export type Serial = <T>(task: () => Promise<T>) => Promise<T>;

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.then(nothing, nothing); // keeps no task's result in memory
    return run;
  };
}

function nothing(): void {
  // the caller of the task handles how it ended
}
