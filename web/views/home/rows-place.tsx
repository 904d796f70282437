// Makes the rows of the home view one list for the keyboard: j and k move between rows across its sections, and other
// keys act on the current row.
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { create } from "zustand";
import { useKeys } from "../../shell/keys.ts";

/**
 * The current row; `null` if there is none. It stays current when the focus leaves it, so that a person can continue
 * from it.
 */
export const useCurrentRow = create<{ row: string | null }>(() => ({ row: null }));

export function RowsPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const group = "Home";
  const step = (by: 1 | -1) => place.current && move(place.current, by);
  useKeys([
    { keys: "j", says: "Next row", group, act: () => step(1) },
    { keys: "k", says: "Previous row", group, act: () => step(-1) },
  ]);
  useReturn(place);
  useSuccession(place);
  return (
    <div ref={place} onFocus={notice} onKeyDown={onArrow}>
      {children}
    </div>
  );
}

function notice({ target }: FocusEvent<HTMLElement>): void {
  const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  if (row !== undefined) useCurrentRow.setState({ row });
}

/** Arrows move between rows only from a row's link, because fields and open lists use them too. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (key !== "ArrowDown" && key !== "ArrowUp") return;
  if (event.defaultPrevented || !(target instanceof HTMLElement) || !target.matches("[data-row] a")) return;
  event.preventDefault();
  move(event.currentTarget, key === "ArrowDown" ? 1 : -1);
}

function move(place: HTMLElement, by: 1 | -1): void {
  const rows = rowsOf(place);
  const at = rows.findIndex(({ dataset }) => dataset["row"] === useCurrentRow.getState().row);
  const next = at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by));
  focusRow(rows[next]);
}

function rowsOf(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>("[data-row]")];
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>("[data-opens]")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/** When the view is opened again, focuses the row that was current before. */
function useReturn(place: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    const { row } = useCurrentRow.getState();
    const found = place.current && rowsOf(place.current).find(({ dataset }) => dataset["row"] === row);
    if (found) focusRow(found);
    else useCurrentRow.setState({ row: null });
  }, [place]);
}

/** When the current row disappears because it was dealt with, the row that takes its place becomes current. */
function useSuccession(place: { current: HTMLDivElement | null }): void {
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    if (!place.current) return;
    const observer = new MutationObserver(() => place.current && succeed(place.current, before));
    observer.observe(place.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place]);
}

function succeed(place: HTMLElement, before: { current: readonly string[] }): void {
  const rows = rowsOf(place);
  const keys = rows.map(({ dataset }) => dataset["row"] ?? "");
  const { row } = useCurrentRow.getState();
  const was = row === null ? -1 : before.current.indexOf(row);
  before.current = keys;
  if (row === null || was === -1 || keys.includes(row)) return;
  const next = rows[Math.min(was, rows.length - 1)];
  useCurrentRow.setState({ row: next?.dataset["row"] ?? null });
  if (document.activeElement === document.body) focusRow(next);
}
