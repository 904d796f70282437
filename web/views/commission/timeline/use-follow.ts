// Scrolls along with a growing page while the reader is at its end; otherwise says that there is more below.
import { useCallback, useEffect, useRef, useState } from "react";

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
  const [element, setElement] = useState<HTMLElement | null>(null);
  const jump = useCallback(() => {
    isStuck.current = true;
    settleAtEnd(12);
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
      if (isStuck.current) toEnd();
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

/** Scrolls to the end for several frames, because the end moves while rows are measured for the first time. */
function settleAtEnd(frames: number): void {
  toEnd();
  if (frames > 0) requestAnimationFrame(() => settleAtEnd(frames - 1));
}

function toEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
