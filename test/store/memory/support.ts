// A memory on the real disk, for tests.
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionId, packageName } from "../../../src/contract/home/ids.ts";
import { type MemoryAuthor, memoryKey, memoryScope } from "../../../src/contract/memory/memory.ts";
import { type Clock, systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { plainFiles } from "../../../src/host/files/plain-files.ts";
import type { MemoryDeps } from "../../../src/store/memory/scope-log.ts";
import { createMemoryStore, type MemoryStore } from "../../../src/store/memory/memory-store.ts";
import { tempDir } from "../../harness/temp.ts";

export const globalScope = memoryScope.parse("global");
export const person: MemoryAuthor = { kind: "person" };
export const byPerson = { by: person, untrusted: false, rehearsed: false };

export function workerOf(last: string): MemoryAuthor {
  const commission = commissionId.parse(`0197f3a2-7c1b-7abc-8def-${last.padStart(12, "0")}`);
  return { kind: "worker", worker: packageName.parse("scholar"), commission };
}

export function choreOf(last: string): MemoryAuthor {
  return { ...workerOf(last), kind: "chore" } as MemoryAuthor;
}

export const byWorker = { by: workerOf("1"), untrusted: false, rehearsed: false };

export const keyOf = (text: string) => memoryKey.parse(text);

/** The system's, but every look at it is a second later than the one before: what is newer is newer. */
function tickingClock(): Clock {
  let now = Date.parse("2026-11-15T09:00:00.000Z");
  return { ...systemClock, now: () => (now += 1000) };
}

export interface SomeMemory {
  root: string;
  deps: MemoryDeps;
  store: MemoryStore;
  warnings: string[];
  /** A path below memory/. */
  path(name: string): string;
}

export function someMemory(root = tempDir(), change: Partial<MemoryDeps> = {}): SomeMemory {
  const warnings: string[] = [];
  const deps: MemoryDeps = {
    home: homeLayout(root),
    disk: systemDisk,
    files: plainFiles,
    locks: systemLocks,
    clock: tickingClock(),
    warn: (message) => warnings.push(message),
    ...change,
  };
  return { root, deps, store: createMemoryStore(deps), warnings, path: (name) => `${root}/memory/${name}` };
}
