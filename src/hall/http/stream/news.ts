// Tells listeners which part of the hall itself has changed. They learn only what to fetch again, never the
// content.
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

/** Returns true if a change to this part can mean that something needs a person. */
function mayNeedSomebody(what: HallPart): boolean {
  return what !== "attention" && what !== "memory";
}
