// Collects what can be done in the current view, for the command palette. A view registers its actions while it is
// mounted.
import { useEffect, useId, useRef } from "react";
import { create } from "zustand";

export interface AtHand {
  says: string;
  /** The key that does the same in the view; `null` if no key does. */
  keys: string | null;
  /** Why the action is not possible now; `null` if it is. */
  refusal: string | null;
  act(): void;
}

interface Offer {
  group: string;
  own: readonly AtHand[];
}

/** The offers, by the id of the component that makes each one, in order of registration. */
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
