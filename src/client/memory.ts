// Creates the client's methods for memory, the notes that workers keep for later work.
import type { MemoryKey, MemoryScope } from "../contract/memory/memory.ts";
import type { BodyOf, Call } from "./call.ts";

/** An entry of memory. Scope and key are parsed already: any other text could change the path of the request. */
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
    /** Returns the new commission that condenses the scope. */
    compact: (scope: MemoryScope, rehearsal?: string) =>
      call("memoryCompact", { params: { scope }, body: { rehearsal } }),
  };
}
