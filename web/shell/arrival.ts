// Whoever goes to another view is there with the keyboard and the screen reader, too.
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** For the element that holds the view. */
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

/** What lies over a view, and not what only stands beside it, as a toast does. */
const over = "[role=dialog]:not([aria-modal=false]), [role=menu]";

/** A view that put the focus somewhere of its own knows better, and so does what was opened over it meanwhile. */
function isElsewhere(view: HTMLElement | null): boolean {
  const at = document.activeElement;
  return at !== null && (view?.contains(at) === true || at.closest(over) !== null);
}
