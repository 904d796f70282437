// Passes ledger lines from the stream to the view that shows their commission.
import type { LedgerEvent } from "../../src/contract/commission/events.ts";

type Listener = (event: LedgerEvent) => void;

const listeners = new Map<string, Set<Listener>>();
const resetListeners = new Set<() => void>();

export function tellListeners(id: string, event: LedgerEvent): void {
  for (const listener of listeners.get(id) ?? []) listener(event);
}

export function listenToEvents(id: string, listener: Listener): () => void {
  const own = listeners.get(id) ?? new Set();
  own.add(listener);
  listeners.set(id, own);
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(id);
  };
}

/** Called when lines may have been missed: every view that follows a ledger then reads it again. */
export function tellReset(): void {
  for (const listener of resetListeners) listener();
}

export function listenToResets(listener: () => void): () => void {
  resetListeners.add(listener);
  return () => void resetListeners.delete(listener);
}
