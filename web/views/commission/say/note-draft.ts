// Keeps an unsent note in this tab's storage, with the idempotency key of an attempt to send it, so that neither a tab
// of the view nor a reload loses the words or says them twice.
import { useState } from "react";
import { newIntent } from "../../../api/intent.ts";
import { keep, readKept } from "../../../api/kept.ts";

export interface NoteDraft {
  text: string;
  write(text: string): void;
}

export function useNoteDraft(id: string): NoteDraft {
  const [text, setText] = useState(() => readNote(id));
  const write = (written: string) => {
    keep("session", textKey(id), written === "" ? null : written);
    setText(written);
  };
  return { text, write };
}

export function readNote(id: string): string {
  return readKept("session", textKey(id)) ?? "";
}

/** Returns the key of the last attempt to send these words, if the hall has not confirmed it; else a new key. */
export function intentOf(id: string, text: string): string {
  const [intent, ...words] = (readKept("session", intentKey(id)) ?? "").split("\n");
  if (intent && words.join("\n") === text) return intent;
  const fresh = newIntent();
  keep("session", intentKey(id), `${fresh}\n${text}`);
  return fresh;
}

/** The hall has the note: the same words said again are another note. */
export function endIntent(id: string): void {
  keep("session", intentKey(id), null);
}

const textKey = (id: string) => `guild-hall-note:${id}`;
const intentKey = (id: string) => `guild-hall-note-sent:${id}`;
