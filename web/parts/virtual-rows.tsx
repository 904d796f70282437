// Shows a long list in the page's normal flow. Only rows near the viewport are rendered, each with its own height.
import { useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import styles from "./virtual-rows.module.css";

export interface RowsHandle {
  /** Scrolls a row into view and focuses it; with `start`, to the top of the window. */
  focus(index: number, align?: "auto" | "start"): void;
  /** The index of the first row in view. */
  first(): number;
  /**
   * Returns the index of the row that has the focus. If no row has it, returns the index before the first row in view,
   * so that a step forward leads to that row.
   */
  current(): number;
}

interface VirtualRowsProps {
  label: string;
  count: number;
  keyOf(index: number): string | number;
  /** The expected height of a row until it is measured. */
  estimate(index: number): number;
  row(index: number): ReactNode;
  overscan?: number;
  handle?: Ref<RowsHandle>;
}

export function VirtualRows({ label, count, keyOf, estimate, row, overscan = 6, handle }: VirtualRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: estimate,
    overscan,
    // A bar may stay at the foot of the window, over the end of the list.
    scrollPaddingEnd: 64,
    scrollMargin: useOffset(list),
  });
  useImperativeHandle(handle, () => handleOf(rows, list));
  return (
    <ol ref={list} className={styles["rows"]} aria-label={label} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          tabIndex={-1}
          aria-setsize={count}
          aria-posinset={index + 1}
          className={styles["row"]}
          style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
        >
          {row(index)}
        </li>
      ))}
    </ol>
  );
}

/**
 * Returns the list's offset from the top of the document, which changes when content above the list grows or shrinks.
 */
function useOffset(list: { current: HTMLElement | null }): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setOffset(Math.round(top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    for (const above of siblingsAbove(list.current)) watch.observe(above);
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [list]);
  return offset;
}

function siblingsAbove(element: HTMLElement | null): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
      found.push(before);
  return found;
}

function handleOf(rows: Virtualizer<Window, Element>, list: { current: HTMLElement | null }): RowsHandle {
  const find = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  return {
    first: () => rows.range?.startIndex ?? 0,
    focus: (index, align = "auto") => {
      rows.scrollToIndex(index, { align });
      const focusWhenThere = (tries: number) => {
        const row = find(index);
        if (row) row.focus({ preventScroll: true });
        else if (tries > 0) requestAnimationFrame(() => focusWhenThere(tries - 1));
      };
      focusWhenThere(10);
    },
    current: () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-index]");
      if (focused && list.current?.contains(focused)) return Number(focused.dataset["index"]);
      return (rows.range?.startIndex ?? 0) - 1;
    },
  };
}
