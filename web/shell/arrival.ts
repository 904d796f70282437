// Moves the focus to a view when a person navigates to it, for keyboards and screen readers.
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Returns the ref for the element that holds the view. */
export function useFocusOnArrival() {
  const view = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    const isArrival = before.current !== undefined && before.current !== pathname;
    before.current = pathname;
    if (isArrival && !isElsewhere(view.current)) view.current?.focus({ preventScroll: true });
  }, [pathname]);
  return view;
}

/** Dialogs and menus that cover a view; a toast does not. */
const over = "[role=dialog]:not([aria-modal=false]), [role=menu]";

/** Returns whether the view has set the focus itself, or a dialog over it has the focus: then the focus stays there. */
function isElsewhere(view: HTMLElement | null): boolean {
  const at = document.activeElement;
  return at !== null && (view?.contains(at) === true || at.closest(over) !== null);
}
