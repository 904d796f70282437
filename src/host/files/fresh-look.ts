// Caches something read from disk. It is checked for changes only when a caller asks.
import type { Clock } from "../clock.ts";
import { createSharedSync } from "./shared-sync.ts";

export interface FreshLook<T> {
  /** The value as of a second ago at most. */
  current(): Promise<T>;
  /** The value as of now. If the check fails, the known value. */
  look(): Promise<T>;
  /** The value as of now. Throws if the check fails. */
  now(): Promise<T>;
  /** The value of the latest check. */
  latest(): T;
}

export interface FreshLookDeps<T> {
  clock: Pick<Clock, "monotonic">;
  /** Changes as soon as there is something new to read, and costs little. */
  mark(): Promise<string>;
  read(): Promise<T>;
  /** Whether the value may have changed although its mark is the same. */
  mayDiffer(value: T): boolean;
  isSame(one: T, other: T): boolean;
  changed(value: T): void;
  /** The check failed; the known value stays in force. */
  failed(error: unknown): void;
}

/** A check costs a few calls for each file, so a burst of requests shares one. */
const freshMs = 1000;

interface Held<T> {
  value: T;
  /** The mark taken before it was read. */
  mark: string;
  lookedAt: number;
}

export async function openFreshLook<T>(deps: FreshLookDeps<T>): Promise<FreshLook<T>> {
  const held = await readAll(deps);
  const share = createSharedSync(() => lookAgain(deps, held));
  const now = () => share("all").then(() => held.value);
  const isFresh = () => deps.clock.monotonic() - held.lookedAt < freshMs;
  // If the machine fails, the last known value is still the best guess.
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

/** The mark is taken first, so that a change during the read shows at the next check. */
async function readAll<T>({ clock, mark, read }: FreshLookDeps<T>): Promise<Held<T>> {
  const lookedAt = clock.monotonic();
  const taken = await mark();
  return { value: await read(), mark: taken, lookedAt };
}
