// Wires the memory on this machine's disk, and the chores that keep it small.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ChoreDeps } from "../dispatch/chores/chores.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import { breathe } from "../../host/clock.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { createMemoryStore, type MemoryStore } from "../../store/memory/memory-store.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { Core } from "./wire.ts";

export function openMemory({ disk, locks, clock, log }: HallParts, home: HomeLayout): MemoryStore {
  return createMemoryStore({
    home,
    disk,
    locks,
    clock,
    files: plainFiles,
    warn: (message) => log.warn(message),
  });
}

export function wireChores(
  { clock, log }: HallParts,
  { handoff }: HallOptions,
  {
    ledger,
    memory,
    config,
    conductor,
  }: Pick<Core, "ledger" | "memory" | "config"> & { conductor: Conductor },
): ChoreDeps {
  return {
    ledger,
    memory: { ...memory, list: (scope) => breathe().then(() => memory.list(scope)) },
    accept: conductor.acceptChore,
    settings: config.now,
    hasModel: handoff.credential !== null,
    clock,
    log,
  };
}
