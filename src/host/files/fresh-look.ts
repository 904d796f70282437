// Caches a value that is read from disk. The files are checked for changes only when a caller asks for the
// value.
import type { Clock } from "../clock.ts";
import { createSharedSync } from "./shared-sync.ts";

export interface FreshLook<T> {
  /** Returns a value that is at most a second old, or the last known value if the check fails. */
  current(): Promise<T>;
  /** Checks the files and returns the value, or the last known value if the check fails. */
  look(): Promise<T>;
  /** Checks the files and returns the value. Throws if the check fails. */
  now(): Promise<T>;
  /** Returns the value of the latest check, without another check. */
  latest(): T;
}

export interface FreshLookDeps<T> {
  clock: Pick<Clock, "monotonic">;
  /**
   * Returns a short string, such as the files' change times, that differs as soon as there is something new to read.
   */
  mark(): Promise<string>;
  read(): Promise<T>;
  /** Returns true if the value may have changed although its mark is the same. */
  mayDiffer(value: T): boolean;
  isSame(one: T, other: T): boolean;
  changed(value: T): void;
  /** Called when a check failed and the caller was given the last known value. */
  failed(error: unknown): void;
}

/** A check makes a few system calls for each file, so a burst of requests shares one. */
const freshMs = 1000;

interface Held<T> {
  value: T;
  /** The text that `mark` returned before the value was read. */
  mark: string;
  lookedAt: number;
}

export async function openFreshLook<T>(deps: FreshLookDeps<T>): Promise<FreshLook<T>> {
  const held = await readAll(deps);
  const share = createSharedSync(() => lookAgain(deps, held));
  const now = () => share("all").then(() => held.value);
  const isFresh = () => deps.clock.monotonic() - held.lookedAt < freshMs;
  // If the disk fails, the last known value is still the best guess.
  const orAsKnown = (error: unknown) => {
    deps.failed(error);
    return held.value;
  };
  return {
    current: async () => (isFresh() ? held.value : now().catch(orAsKnown)),
    look: () => now().catch(orAsKnown),
    now,
    latest: () => held.value,
  };
}

async function lookAgain<T>(deps: FreshLookDeps<T>, held: Held<T>): Promise<void> {
  const lookedAt = deps.clock.monotonic();
  const isMarkSame = (await deps.mark()) === held.mark;
  if (isMarkSame && !deps.mayDiffer(held.value)) return void (held.lookedAt = lookedAt);
  const before = held.value;
  Object.assign(held, await readAll(deps));
  if (!isMarkSame || !deps.isSame(before, held.value)) deps.changed(held.value);
}

/** Takes the mark before it reads, so that a change during the read is noticed at the next check. */
async function readAll<T>({ clock, mark, read }: FreshLookDeps<T>): Promise<Held<T>> {
  const lookedAt = clock.monotonic();
  const taken = await mark();
  return { value: await read(), mark: taken, lookedAt };
}
