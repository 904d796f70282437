// Tells listeners which part of the hall itself has changed: only what to fetch again, never the content.
import type { HallPart } from "../../../contract/api/stream.ts";

export interface News {
  tell(what: HallPart): void;
  subscribe(listener: (what: HallPart) => void): () => void;
}

export function createNews(): News {
  const listeners = new Set<(what: HallPart) => void>();
  const tell = (what: HallPart) => {
    for (const listener of listeners) listener(what);
  };
  return {
    tell: (what) => {
      tell(what);
      if (mayNeedSomebody(what)) tell("attention");
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A change to any of these parts can mean that something needs a person. */
function mayNeedSomebody(what: HallPart): boolean {
  return what !== "attention" && what !== "memory";
}
