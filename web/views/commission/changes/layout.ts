// Keeps whether a person reads diffs unified or side by side. A narrow window has no room for two sides.
import { useState, useSyncExternalStore } from "react";
import { keep, readKept } from "../../../api/kept.ts";

export type Layout = "unified" | "split";

const storageKey = "guild-hall-diff-layout";

const wide = window.matchMedia("(min-width: 1000px)");

function subscribe(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

export interface DiffLayout {
  layout: Layout;
  /** Whether there is room for both sides, and for the tree of files beside them. */
  canSplit: boolean;
  choose(layout: Layout): void;
}

export function useLayout(): DiffLayout {
  const canSplit = useSyncExternalStore(subscribe, () => wide.matches);
  const [chosen, setChosen] = useState<Layout>(() =>
    readKept("local", storageKey) === "split" ? "split" : "unified",
  );
  const choose = (layout: Layout) => {
    keep("local", storageKey, layout);
    setChosen(layout);
  };
  return { layout: canSplit ? chosen : "unified", canSplit, choose };
}
