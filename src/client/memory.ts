// The part of the client by which a person reviews what is remembered.
import { routes, type CommissionDetail } from "../contract/api/api.ts";
import type { MemoryEntry, MemoryKey, MemoryScope } from "../contract/memory/memory.ts";
import type {
  Forgotten,
  MemoryDocument,
  MemoryHistory,
  MemoryList,
  MemoryScopes,
  MemoryVersionDocument,
} from "../contract/memory/memory-routes.ts";
import { type Line, send } from "./send.ts";

/** Parsed: a scope or key that is none could lead a path elsewhere. */
export interface Place {
  scope: MemoryScope;
  key: MemoryKey;
}

export interface MemoryClient {
  scopes(signal?: AbortSignal): Promise<MemoryScopes>;
  list(scope: MemoryScope, signal?: AbortSignal): Promise<MemoryList>;
  entry(place: Place, signal?: AbortSignal): Promise<MemoryDocument>;
  write(
    place: Place,
    order: { content: string; ifVersion?: number | undefined },
    signal?: AbortSignal,
  ): Promise<MemoryEntry>;
  forget(place: Place): Promise<Forgotten>;
  history(place: Place, signal?: AbortSignal): Promise<MemoryHistory>;
  version(place: Place & { version: number }, signal?: AbortSignal): Promise<MemoryVersionDocument>;
  revert(place: Place, version: number): Promise<MemoryEntry>;
  /** Answers with the commission that condenses it. */
  compact(scope: MemoryScope, rehearsal?: string): Promise<CommissionDetail>;
}

export function createMemoryClient(line: Line): MemoryClient {
  return {
    scopes: (signal) => send(line, { route: routes.memoryScopes, signal }),
    list: (scope, signal) => send(line, { route: routes.memoryList, params: { scope }, signal }),
    entry: (place, signal) => send(line, { route: routes.memoryEntry, params: { ...place }, signal }),
    write: (place, order, signal) =>
      send(line, { route: routes.memoryWrite, params: { ...place }, body: order, signal }),
    forget: (place) => send(line, { route: routes.memoryForget, params: { ...place } }),
    history: (place, signal) => send(line, { route: routes.memoryHistory, params: { ...place }, signal }),
    version: (place, signal) => send(line, { route: routes.memoryVersion, params: { ...place }, signal }),
    revert: (place, version) =>
      send(line, { route: routes.memoryRevert, params: { ...place }, body: { version } }),
    compact: (scope, rehearsal) =>
      send(line, {
        route: routes.memoryCompact,
        params: { scope },
        body: rehearsal === undefined ? {} : { rehearsal },
      }),
  };
}
