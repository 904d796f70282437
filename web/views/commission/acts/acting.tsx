// Holds the action that a person has started by key on a commission in a list; its code is fetched only then.
import { lazy, Suspense } from "react";
import { create } from "zustand";
import { fetchCode } from "../../../api/visit.ts";
import type { ActHereProps } from "./act-here.tsx";

const ActHere = lazy(async () => ({ default: (await fetchCode(() => import("./act-here.tsx"))).ActHere }));

type Acting = Pick<ActHereProps, "act" | "id">;

const useActing = create<{ acting: Acting | null }>(() => ({ acting: null }));

export function startActing(acting: Acting): void {
  useActing.setState({ acting });
}

/** Renders the action's dialog; mounted once in each view that has such a list. */
export function ActingPlace() {
  const acting = useActing((state) => state.acting);
  if (acting === null) return null;
  return (
    <Suspense fallback={null}>
      <ActHere
        key={`${acting.act} ${acting.id}`}
        {...acting}
        close={() => useActing.setState({ acting: null })}
      />
    </Suspense>
  );
}
