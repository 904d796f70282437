// Stays at the end of what grows, as long as whoever looks is at the end; otherwise says that there is more below.
import { useCallback, useEffect, useRef, useState } from "react";

/** As near counts as being there. */
const nearPx = 90;

export interface Follow {
  place: (element: HTMLElement | null) => void;
  /** The latest is further down than what is seen. */
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
    // Rows grow when they are measured, not only when they come.
    const watch = new ResizeObserver(() => {
      if (isStuck.current) toEnd();
      else setBehind(isFarFromEnd());
    });
    watch.observe(element);
    // Who unfolds something wants to read it where it is.
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

/** Half a window more is seen with one turn of the wheel. */
function isFarFromEnd(): boolean {
  return belowPx() > window.innerHeight / 2;
}

function belowPx(): number {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
}

/** The end moves while the rows there are measured for the first time. */
function settleAtEnd(frames: number): void {
  toEnd();
  if (frames > 0) requestAnimationFrame(() => settleAtEnd(frames - 1));
}

function toEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
