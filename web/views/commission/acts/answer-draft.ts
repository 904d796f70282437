// Keeps an unfinished answer in this tab's storage, because rows unmount while a person scrolls.
import { useState } from "react";
import { keep, readKept } from "../../../api/kept.ts";

interface Place {
  id: string;
  /** The question's number. */
  number: number;
}

export function useAnswerDraft(place: Place): { text: string; write(text: string): void } {
  const [text, setText] = useState(() => readDraft(place));
  const write = (written: string) => {
    keepDraft(place, written);
    setText(written);
  };
  return { text, write };
}

export function readDraft(place: Place): string {
  return readKept("session", keyOf(place)) ?? "";
}

export function keepDraft(place: Place, text: string): void {
  keep("session", keyOf(place), text === "" ? null : text);
}

const keyOf = ({ id, number }: Place) => `guild-hall-answer:${id}:${number}`;
