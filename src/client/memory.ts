// The client's methods for reviewing memory.
import type { MemoryKey, MemoryScope } from "../contract/memory/memory.ts";
import type { BodyOf, Call } from "./call.ts";

/** Already parsed: an invalid scope or key could lead a path elsewhere. */
export interface MemoryPlace {
  scope: MemoryScope;
  key: MemoryKey;
}

export type MemoryClient = ReturnType<typeof createMemoryClient>;

export function createMemoryClient(call: Call) {
  return {
    scopes: (signal?: AbortSignal) => call("memoryScopes", { signal }),
    list: (scope: MemoryScope, signal?: AbortSignal) => call("memoryList", { params: { scope }, signal }),
    entry: (params: MemoryPlace, signal?: AbortSignal) => call("memoryEntry", { params, signal }),
    write: (params: MemoryPlace, body: BodyOf<"memoryWrite">, signal?: AbortSignal) =>
      call("memoryWrite", { params, body, signal }),
    forget: (params: MemoryPlace) => call("memoryForget", { params }),
    history: (params: MemoryPlace, signal?: AbortSignal) => call("memoryHistory", { params, signal }),
    version: (params: MemoryPlace & { version: number }, signal?: AbortSignal) =>
      call("memoryVersion", { params, signal }),
    revert: (params: MemoryPlace, version: number) => call("memoryRevert", { params, body: { version } }),
    /** Answers with the commission that condenses it. */
    compact: (scope: MemoryScope, rehearsal?: string) =>
      call("memoryCompact", { params: { scope }, body: { rehearsal } }),
  };
}
