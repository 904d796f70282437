// How much room the window has, for what is not a matter of style alone.
import { useSyncExternalStore } from "react";

/** As narrow as a phone. */
export const useIsNarrow = createFit("(max-width: 640px)");
/** Room for a column at the side of what is read. */
export const useIsWide = createFit("(min-width: 1080px)");

function createFit(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}
