// Changes memory until it is killed: `memory-writer.ts HOME SEED [careless]`. Prints a line for each acknowledged
// change, so that the test knows what must be there. With `careless`, it does not take the lock of the scope.
import { writeSync } from "node:fs";
import { compactedKey, type MemoryKey } from "../src/contract/memory/memory.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemLocks } from "../src/host/processes/locks.ts";
import type { MemoryStore } from "../src/store/memory/memory-store.ts";
import { choreOf, globalScope as scope, keyOf, someMemory, workerOf } from "../test/store/memory/support.ts";
import { createLots, type Lots } from "./lots.ts";

/** An acknowledged change. `content` is the version's text; `null` if only the version counts. */
export interface Told {
  key: MemoryKey;
  version: number;
  content: string | null;
}

export const keys: readonly MemoryKey[] = [...["a", "b", "c"].map(keyOf), compactedKey];

interface Turn {
  store: MemoryStore;
  lots: Lots;
  key: MemoryKey;
  seed: string;
  n: number;
}

const acts: readonly ((turn: Turn) => Promise<Told | null>)[] = [
  write,
  write,
  write,
  forget,
  revert,
  compact,
];

if (import.meta.main) {
  const [home = "", seed = "", care] = process.argv.slice(2);
  const noLock = { ...systemLocks, tryLock: () => ({ release: () => undefined }) };
  const locks = care === "careless" ? noLock : systemLocks;
  const { store } = someMemory(home, { clock: systemClock, locks });
  const lots = createLots(Number(seed));
  for (let n = 0; ; n += 1) {
    const turn = { store, lots, seed, n, key: lots.pick(keys) ?? compactedKey };
    const told = await (lots.pick(acts) ?? write)(turn);
    if (told) writeSync(1, `${JSON.stringify(told)}\n`);
  }
}

function marksOf({ seed }: Turn) {
  return { by: workerOf(seed), untrusted: false, rehearsed: false };
}

async function write(turn: Turn): Promise<Told | null> {
  const { store, lots, key, seed, n } = turn;
  const content = `${seed}.${n} ${"words ".repeat(lots.below(3000))}`;
  const done = await store.write({ scope, key, content, ...marksOf(turn) });
  return done.ok ? { key, version: done.entry.version, content } : null;
}

async function forget(turn: Turn): Promise<Told | null> {
  const { store, key } = turn;
  const done = await store.forget({ scope, key, ...marksOf(turn) });
  return done.ok ? { key, version: done.version, content: null } : null;
}

async function revert({ store, lots, key, seed }: Turn): Promise<Told | null> {
  const [latest] = await store.history(scope, key);
  const version = 1 + lots.below(latest?.version ?? 1);
  const content = (await store.findVersion(scope, key, version)) ?? null;
  const done = await store.revert({ scope, key, version, by: workerOf(seed) });
  return done.ok ? { key, version: done.entry.version, content } : null;
}

async function compact(turn: Turn): Promise<Told | null> {
  const { store, seed, n } = turn;
  const entries = (await store.list(scope)).filter(({ key }) => key !== compactedKey).slice(1);
  const compaction = { kind: "compaction" as const, scope, entries, keeps: null };
  const by = choreOf(`${seed}${String(n).padStart(5, "0")}`);
  const done = await store.compact({ compaction, summary: `condensed ${seed}.${n}`, ...marksOf(turn), by });
  return done.entry && { key: compactedKey, version: done.entry.version, content: null };
}
