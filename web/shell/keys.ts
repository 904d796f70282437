// Binds the page's keyboard shortcuts. A view binds its own while it is mounted; the help sheet lists all that are
// bound.
import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";

export interface Shortcut {
  /** As typed: "n", "?", "g c" (one key after the other), "mod+k" (with Ctrl or Command). */
  keys: string;
  says: string;
  /** The heading under which the help sheet lists the shortcut. */
  group: string;
  /** True if the shortcut also works while a field has the focus. */
  inFields?: boolean;
  act(event: KeyboardEvent): void;
}

interface Bound {
  shortcuts: readonly Shortcut[];
}

export const useBoundKeys = create<{ bound: readonly Bound[] }>(() => ({ bound: [] }));

/**
 * Binds shortcuts while the component is mounted. The latest binding of a key wins, but the bindings of the frame
 * around all views (`isAround`) always yield to a view's.
 */
export function useKeys(shortcuts: readonly Shortcut[], { isAround = false } = {}): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const known = shortcuts.map(({ keys }) => keys).join(" | ");
  // Before the view is painted, so that a key pressed at first sight is not lost.
  useLayoutEffect(() => {
    const own: Bound = {
      shortcuts: latest.current.map((shortcut, at) => ({
        ...shortcut,
        act: (event) => latest.current[at]?.act(event),
      })),
    };
    useBoundKeys.setState(({ bound }) => ({ bound: isAround ? [own, ...bound] : [...bound, own] }));
    return () => useBoundKeys.setState(({ bound }) => ({ bound: bound.filter((each) => each !== own) }));
  }, [known, isAround]);
}

/** The longest pause between the keys of a sequence such as "g c": long enough for slow typing and a busy machine. */
const sequenceMs = 1500;

/** Handles key presses until the returned function is called. */
export function listenToKeys(): () => void {
  let before: { key: string; at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.defaultPrevented) return;
    const key = nameOf(event);
    const sequence = before && event.timeStamp - before.at < sequenceMs ? `${before.key} ${key}` : null;
    const found = (sequence && find(sequence, event)) || find(key, event);
    before = found ? null : { key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    found.act(event);
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

/** Dialogs and menus that cover the view; a toast does not. */
const covers = ":is([role=dialog], [role=alertdialog]):not([aria-modal=false]), [role=menu]";

function find(keys: string, event: KeyboardEvent): Shortcut | undefined {
  const isTyping = isField(event.target);
  const dialog = document.querySelector(covers);
  for (const { shortcuts } of [...useBoundKeys.getState().bound].reverse()) {
    const found = shortcuts.find((shortcut) => shortcut.keys === keys);
    // Keys must not act on what lies under an open dialog.
    if (found && (!isTyping || found.inFields) && (dialog === null || found.inFields)) return found;
  }
  return undefined;
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
