// Lets a part of the hall that runs in this process be killed at any moment, as a process can: its git and checks
// are killed, its locks are released, and none of its calls ever returns.
import { type Clock, systemClock } from "../src/host/clock.ts";
import { type Disk, systemDisk } from "../src/host/files/disk.ts";
import { type Lock, type Locks, systemLocks } from "../src/host/processes/locks.ts";

export interface Life {
  /** Fires when it is killed. */
  signal: AbortSignal;
  disk: Disk;
  locks: Locks;
  /** Timers of a killed part never fire. */
  clockFrom(clock: Clock): Clock;
  isOver(): boolean;
  /** Kills the part; resolves when none of its writes is in progress. */
  kill(): Promise<void>;
}

export function beginLife(): Life {
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  const writes = new Set<Promise<unknown>>();
  const held = new Set<Lock>();
  return {
    signal: over.signal,
    disk: mortalDisk(isOver, writes),
    locks: mortalLocks(isOver, held),
    clockFrom: (clock) => ({
      ...clock,
      after: (ms, run) => clock.after(ms, () => (isOver() ? undefined : run())),
    }),
    isOver,
    kill: async () => {
      over.abort();
      await Promise.allSettled(writes);
      for (const lock of held) lock.release();
      held.clear();
    },
  };
}

/** Returns a promise that never resolves, so that a killed caller does not continue. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}

function mortalDisk(isOver: () => boolean, writes: Set<Promise<unknown>>): Disk {
  return new Proxy(systemDisk, {
    get(real, name: keyof Disk) {
      const method = real[name] as (...given: unknown[]) => Promise<unknown>;
      return async (...given: unknown[]) => {
        if (isOver()) return never();
        const call = method(...given);
        writes.add(call);
        try {
          return await call;
        } finally {
          writes.delete(call);
          if (isOver()) await never();
        }
      };
    },
  });
}

function mortalLocks(isOver: () => boolean, held: Set<Lock>): Locks {
  return {
    isHeld: systemLocks.isHeld,
    tryLock: (path) => {
      const lock = isOver() ? null : systemLocks.tryLock(path);
      if (lock === null) return null;
      held.add(lock);
      return { release: () => void (held.delete(lock) && lock.release()) };
    },
  };
}

/** Runs this many times as fast as the machine's clock, so that waits of seconds cost little. */
export function fastClock(times: number): Clock {
  const [at, since] = [systemClock.now(), systemClock.monotonic()];
  const elapsedMs = () => (systemClock.monotonic() - since) * times;
  return {
    now: () => Math.round(at + elapsedMs()),
    monotonic: elapsedMs,
    after: (ms, run) => systemClock.after(ms / times, run),
  };
}
