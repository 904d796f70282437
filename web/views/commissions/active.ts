// Holds the commission that the keys act on: j, k and the up and down arrows move within a column; h, l and the left
// and right arrows move between columns; o opens it. The focus moves along, for screen readers, and is restored when
// the person returns to the view.
import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { startActing } from "../commission/acts/acting.tsx";
import { say } from "../../parts/toast.tsx";
import { type Shortcut, useKeys } from "../../shell/keys.ts";
import { placeIn, stepAcross, stepDown } from "./step.ts";

/** An id, not a position, so that the same commission stays active while others come and go above it. */
export const useActive = create<{ id: string | null }>(() => ({ id: null }));

interface ActiveDeps {
  /** A table has one column. */
  columns: readonly (readonly ListedCommission[])[];
  reveal(column: number, row: number): void;
  open(id: string): void;
}

export function useActiveKeys({ columns, reveal, open }: ActiveDeps): void {
  const go = (next: { column: number; row: number } | null) => {
    const id = next && columns[next.column]?.[next.row]?.id;
    if (!next || !id) return;
    useActive.setState({ id });
    reveal(next.column, next.row);
    focusSoon(id);
  };
  const place = () => placeIn(columns, useActive.getState().id);
  const group = "Commissions";
  const keyed = (keys: readonly string[], says: string, act: () => void): Shortcut[] =>
    keys.map((key) => ({ keys: key, says, group, act }));
  useKeys([
    ...keyed(["j", "ArrowDown"], "Next commission", () => go(stepDown(columns, place(), 1))),
    ...keyed(["k", "ArrowUp"], "Previous commission", () => go(stepDown(columns, place(), -1))),
    ...(columns.length > 1
      ? [
          ...keyed(["h", "ArrowLeft"], "Column to the left", () => go(stepAcross(columns, place(), -1))),
          ...keyed(["l", "ArrowRight"], "Column to the right", () => go(stepAcross(columns, place(), 1))),
        ]
      : []),
    ...keyed(["Home"], "First commission", () => go(stepDown(columns, place(), -Infinity))),
    ...keyed(["End"], "Last commission", () => go(stepDown(columns, place(), Infinity))),
    ...keyed(["o"], "Open it, as Enter does", () => {
      const { id } = useActive.getState();
      if (id !== null && place() !== null) open(id);
    }),
    ...acts.map(({ key, says, act }): Shortcut => ({
      keys: key,
      says,
      group,
      act: () => {
        const { id } = useActive.getState();
        if (id !== null && place() !== null) startActing({ act, id });
        else say({ title: "First select a commission, with J and K." });
      },
    })),
  ]);
  useReturn(() => go(place()));
}

/** Actions that do not need the commission to be opened. */
const acts = [
  { key: "r", says: "Redispatch it", act: "redispatch" },
  { key: "x", says: "Cancel it", act: "cancel" },
  { key: "a", says: "Answer its question", act: "answer" },
] as const;

/** Calls `back` once, when the view is opened, to return to the commission that was active before. */
function useReturn(back: () => void): void {
  const latest = useRef(back);
  useEffect(() => latest.current(), []);
}

/** Waits two frames: the row is in the document once its list has scrolled to it. */
function focusSoon(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`a[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
    ),
  );
}
