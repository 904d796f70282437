// Tells components how wide the window is, for decisions that CSS alone cannot make.
import { useSyncExternalStore } from "react";

/** Returns whether the window is as narrow as a phone. */
export const useIsNarrow = createFit("(max-width: 640px)");
/** Returns whether the window has room for a column beside the text. */
export const useIsWide = createFit("(min-width: 1080px)");

function createFit(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}
