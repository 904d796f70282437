// Simulated time. Everything that can happen waits here, and one thing happens per step; how long each takes is drawn by
// lot, so that every seed orders them differently. A jump of the wall clock moves nothing but the wall clock.
import { drainMicrotasks } from "bun:jsc";
import type { Trace } from "./trace.ts";

/** Whoever waits for something; what the dead wait for never comes. */
export interface Owner {
  name: string;
  alive: boolean;
}

export interface Happening {
  owner: Owner;
  afterMs: number;
  what: string;
  run(): void;
  /** Its owner died before it happened: what may have happened all the same. */
  abandoned?(): void;
}

export interface Scheduler {
  /** Milliseconds since the world began; never goes back. */
  monotonic(): number;
  wall(): number;
  jump(ms: number): void;
  add(happening: Happening): { cancel(): void };
  /** The next thing happens, and all that follows from it at once; false when nothing is left. */
  step(): boolean;
  /** Drops everything that somebody waited for who is dead now. */
  forget(owner: Owner): void;
  pending(): readonly Readonly<Happening>[];
}

interface Waiting extends Happening {
  due: number;
  order: number;
}

const startAt = Date.UTC(2026, 10, 15, 9);

export function createScheduler(trace: Trace): Scheduler {
  const waiting: Waiting[] = [];
  let now = 0;
  let skew = 0;
  let order = 0;
  const remove = (one: Waiting) => {
    const index = waiting.indexOf(one);
    if (index !== -1) waiting.splice(index, 1);
  };
  return {
    monotonic: () => now,
    wall: () => startAt + skew + Math.floor(now),
    jump: (ms) => void (skew += ms),
    add: (happening) => {
      const one = { ...happening, due: now + happening.afterMs, order: (order += 1) };
      if (happening.owner.alive) waiting.push(one);
      return { cancel: () => remove(one) };
    },
    step: () => {
      drainMicrotasks(); // what a strike from outside has set going
      const next = earliest(waiting);
      if (!next) return false;
      remove(next);
      now = Math.max(now, next.due);
      trace.say(`${now.toFixed(1)} ${next.owner.name}: ${next.what}`);
      next.run();
      drainMicrotasks();
      return true;
    },
    forget: (owner) => {
      for (const one of waiting.filter((found) => found.owner === owner)) {
        remove(one);
        one.abandoned?.();
      }
    },
    pending: () => waiting,
  };
}

/** Few things wait at a time, so looking at each is quicker than keeping them in order. */
function earliest(waiting: readonly Waiting[]): Waiting | undefined {
  let first: Waiting | undefined;
  for (const one of waiting) {
    if (!first || one.due < first.due || (one.due === first.due && one.order < first.order)) first = one;
  }
  return first;
}
