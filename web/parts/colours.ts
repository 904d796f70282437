// Highlights the code in view, one text at a time in a web worker. A text is shown plain until its colours arrive, and
// stays plain if they take too long.
import { useCallback, useSyncExternalStore } from "react";
import { beside } from "./beside.ts";
import type { PieceLine } from "./text/highlight.ts";
import type { Language } from "./text/language-of.ts";

export interface CodeText {
  language: Language | null;
  /** Called only when the text comes into view. */
  code(): string;
}

export function useColours(text: CodeText): readonly PieceLine[] | null {
  const subscribe = useCallback((listener: () => void) => want(text, listener), [text]);
  return useSyncExternalStore(subscribe, () => known.get(text) ?? null);
}

const mostCharacters = 300_000;

/** The colours of each text that was highlighted; `null` if the text cannot be highlighted. */
const known = new WeakMap<CodeText, PieceLine[] | null>();
const wanted = new Map<CodeText, Set<() => void>>();
let isBusy = false;

function want(text: CodeText, listener: () => void): () => void {
  if (text.language === null || known.has(text)) return () => undefined;
  const listeners = wanted.get(text) ?? new Set();
  wanted.set(text, listeners.add(listener));
  if (!isBusy) colourNext();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) wanted.delete(text);
  };
}

/** Highlights the next text: the one that came into view last. */
function colourNext(): void {
  const text = [...wanted.keys()].at(-1);
  isBusy = text !== undefined;
  if (!text) return;
  const code = text.code();
  if (text.language === null || code.length > mostCharacters) return settle(text, null);
  void beside({ what: "colours", code, language: text.language }).then((lines) => settle(text, lines));
}

function settle(text: CodeText, lines: PieceLine[] | null): void {
  known.set(text, lines);
  const listeners = wanted.get(text);
  wanted.delete(text);
  for (const tell of listeners ?? []) tell();
  colourNext();
}
