// Scrolls along with a growing page while the reader is at its end; otherwise says that there is more below.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Less than this from the end counts as being at the end. */
const nearPx = 90;

export interface Follow {
  place: (element: HTMLElement | null) => void;
  /** True if the end of the page is well below the visible part. */
  isBehind: boolean;
  jump(): void;
}

export function useFollow({ isLive, length }: { isLive: boolean; length: number }): Follow {
  const [isBehind, setBehind] = useState(false);
  const isStuck = useRef(false);
  const left = useRef<Place | null>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const jump = useCallback(() => {
    isStuck.current = true;
    left.current = null;
    settleAtEnd(left, 12);
  }, []);
  useEffect(() => {
    const look = () => {
      isStuck.current = isLive && isNearEnd();
      setBehind(isFarFromEnd());
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [isLive]);
  useEffect(() => {
    if (!element) return undefined;
    // Rows also grow when they are measured, not only when they are added.
    const watch = new ResizeObserver(() => {
      if (isStuck.current) isStuck.current = stayAtEnd(left);
      else setBehind(isFarFromEnd());
    });
    watch.observe(element);
    // A person who unfolds an entry wants to read it in place.
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[data-fold]")) isStuck.current = false;
    };
    element.addEventListener("click", onClick, { capture: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("click", onClick, { capture: true });
    };
  }, [element]);
  return { place: setElement, isBehind: isBehind && length > 0, jump };
}

function isNearEnd(): boolean {
  return belowPx() < nearPx;
}

/** Returns whether the end is more than half a window away: half a window is within one turn of the mouse wheel. */
function isFarFromEnd(): boolean {
  return belowPx() > window.innerHeight / 2;
}

function belowPx(): number {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
}

/** The scroll position in which this hook last left the page, and how high the page was then. */
interface Place {
  top: number;
  height: number;
}

/** Scrolls to the end for several frames, because the end moves while rows are measured for the first time. */
function settleAtEnd(left: RefObject<Place | null>, frames: number): void {
  if (stayAtEnd(left) && frames > 0) requestAnimationFrame(() => settleAtEnd(left, frames - 1));
}

/**
 * Scrolls to the end, unless the reader has scrolled up since the last time. The browser reports a scroll only with
 * the next frame, which may come after the next growth of the page, so the places are compared here. Returns whether
 * the page is at its end.
 */
function stayAtEnd(left: RefObject<Place | null>): boolean {
  const page = document.documentElement;
  if (left.current !== null && hasMovedUp(left.current)) {
    left.current = null;
    return false;
  }
  window.scrollTo({ top: page.scrollHeight });
  left.current = { top: window.scrollY, height: page.scrollHeight };
  return true;
}

/** Returns whether the page moved up by more than it became shorter, which only its reader can have done. */
function hasMovedUp({ top, height }: Place): boolean {
  const shorter = Math.max(0, height - document.documentElement.scrollHeight);
  return top - window.scrollY > shorter + nearPx;
}
