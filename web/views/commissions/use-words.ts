// The words that a list is filtered by: they count at once, and the address follows when the typing rests.
import { useEffect, useRef, useState } from "react";

const restMs = 500;

export interface TypedWords {
  typed: string;
  type(words: string): void;
  /** Into the address now: somebody is about to go elsewhere. */
  settle(): void;
}

/** `q` is what the address says; `send` puts words there. */
export function useWords(q: string, send: (words: string) => void): TypedWords {
  const [typed, setTyped] = useState(q);
  const [seen, setSeen] = useState(q);
  /** What was put into the address last, from here or elsewhere. */
  const [sent, setSent] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // A step back, a link: not what was typed here a moment ago.
    if (q !== sent) {
      setSent(q);
      setTyped(q);
    }
  }
  const settle = () => {
    if (typed === q) return;
    setSent(typed);
    send(typed);
  };
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type: setTyped, settle };
}
