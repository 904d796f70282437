// Remembers what a person has unfolded in this view, because rows unmount while scrolling.
import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";

type Unfolded = StoreApi<{ keys: ReadonlySet<string> }>;

export function createUnfolded(): Unfolded {
  return createStore(() => ({ keys: new Set<string>() }));
}

const none = createUnfolded();
export const UnfoldedContext = createContext<Unfolded>(none);

/** Returns whether the part with this key is unfolded, and a function that toggles it. */
export function useUnfolded(key: string): [isOpen: boolean, turn: () => void] {
  const store = useContext(UnfoldedContext);
  const isOpen = useStore(store, ({ keys }) => keys.has(key));
  const turn = () =>
    store.setState(({ keys }) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      return { keys: next };
    });
  return [isOpen, turn];
}
