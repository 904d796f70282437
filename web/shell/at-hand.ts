// What can be done in the view that is shown, for the palette. A view says it for as long as it is there.
import { useEffect, useId, useRef } from "react";
import { create } from "zustand";

export interface AtHand {
  says: string;
  /** The key that does the same in the view; null: none does. */
  keys: string | null;
  /** Why it cannot be done now; null: it can. */
  refusal: string | null;
  act(): void;
}

interface Offer {
  group: string;
  own: readonly AtHand[];
}

/** By whoever offers it, in the order they came. */
export const useAtHand = create<{ offers: ReadonlyMap<string, Offer> }>(() => ({ offers: new Map() }));

export function useOffer(group: string, own: readonly AtHand[]): void {
  const id = useId();
  const latest = useRef(own);
  latest.current = own;
  const known = JSON.stringify(own.map(({ says, keys, refusal }) => [says, keys, refusal]));
  useEffect(() => {
    const bound = latest.current.map((each, at) => ({ ...each, act: () => latest.current[at]?.act() }));
    useAtHand.setState(({ offers }) => ({ offers: new Map(offers).set(id, { group, own: bound }) }));
  }, [id, group, known]);
  useEffect(
    () => () =>
      useAtHand.setState(({ offers }) => ({ offers: new Map([...offers].filter(([key]) => key !== id)) })),
    [id],
  );
}
