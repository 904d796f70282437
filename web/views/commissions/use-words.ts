// Holds the words that filter the list: they apply at once, and the address follows when typing pauses.
import { useEffect, useRef, useState } from "react";

const restMs = 500;

export interface TypedWords {
  typed: string;
  type(words: string): void;
  /** Updates the address now, because the person has left the field. */
  settle(): void;
}

/** `q` is the filter in the address; `send` updates it. */
export function useWords(q: string, send: (words: string) => void): TypedWords {
  const [typed, setTyped] = useState(q);
  const [seen, setSeen] = useState(q);
  /** The filter that was last put into the address, by typing or by navigation. */
  const [sent, setSent] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // The person went back or followed a link: this is not an echo of what was typed here.
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
