// The client's methods for reviewing memory.
import type { MemoryKey, MemoryScope } from "../contract/memory/memory.ts";
import type { BodyOf, Call } from "./call.ts";

/** Already parsed: an invalid scope or key could lead a path elsewhere. */
export interface Place {
  scope: MemoryScope;
  key: MemoryKey;
}

export type MemoryClient = ReturnType<typeof createMemoryClient>;

export function createMemoryClient(call: Call) {
  return {
    scopes: (signal?: AbortSignal) => call("memoryScopes", { signal }),
    list: (scope: MemoryScope, signal?: AbortSignal) => call("memoryList", { params: { scope }, signal }),
    entry: (params: Place, signal?: AbortSignal) => call("memoryEntry", { params, signal }),
    write: (params: Place, body: BodyOf<"memoryWrite">, signal?: AbortSignal) =>
      call("memoryWrite", { params, body, signal }),
    forget: (params: Place) => call("memoryForget", { params }),
    history: (params: Place, signal?: AbortSignal) => call("memoryHistory", { params, signal }),
    version: (params: Place & { version: number }, signal?: AbortSignal) =>
      call("memoryVersion", { params, signal }),
    revert: (params: Place, version: number) => call("memoryRevert", { params, body: { version } }),
    /** Returns the commission that condenses the scope. */
    compact: (scope: MemoryScope, rehearsal?: string) =>
      call("memoryCompact", { params: { scope }, body: { rehearsal } }),
  };
}
