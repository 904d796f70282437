// Something on disk that is read again once it has changed, and looked after only when somebody asks.
import type { Clock } from "../clock.ts";
import { createSharedSync } from "./shared-sync.ts";

export interface FreshLook<T> {
  /** As it was a second ago at most. */
  current(): Promise<T>;
  /** As it is now, for whoever asks once. */
  look(): Promise<T>;
  /** The same; what goes wrong is thrown. */
  now(): Promise<T>;
  /** What the latest look found. */
  latest(): T;
}

export interface FreshLookDeps<T> {
  clock: Pick<Clock, "monotonic">;
  /** Differs as soon as there is something else to read, and costs little. */
  mark(): Promise<string>;
  read(): Promise<T>;
  /** Whether it may be another although its mark is the same. */
  mayDiffer(value: T): boolean;
  isSame(one: T, other: T): boolean;
  changed(value: T): void;
  /** It could not be looked at; what was known holds on. */
  failed(error: unknown): void;
}

/** Looking costs a few calls for each file, so a burst of requests shares one look. */
const freshMs = 1000;

interface Held<T> {
  value: T;
  /** What it looked like before it was read. */
  mark: string;
  lookedAt: number;
}

export async function openFreshLook<T>(deps: FreshLookDeps<T>): Promise<FreshLook<T>> {
  const held = await readAll(deps);
  const share = createSharedSync(() => lookAgain(deps, held));
  const now = () => share("all").then(() => held.value);
  const isFresh = () => deps.clock.monotonic() - held.lookedAt < freshMs;
  // Where the machine fails us, what was known a moment ago is still the best guess.
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

/** The mark is taken first: what changes while it is read shows at the next look. */
async function readAll<T>({ clock, mark, read }: FreshLookDeps<T>): Promise<Held<T>> {
  const lookedAt = clock.monotonic();
  const taken = await mark();
  return { value: await read(), mark: taken, lookedAt };
}
