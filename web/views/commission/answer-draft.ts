// What somebody has begun to answer, kept for this tab: rows come and go, words must not.
import { keep, readKept } from "../../api/kept.ts";

const keyOf = (id: string, number: number) => `guild-hall-answer:${id}:${number}`;

export function readDraft(id: string, number: number): string {
  return readKept("session", keyOf(id, number)) ?? "";
}

export function keepDraft({ id, number, answer }: { id: string; number: number; answer: string }): void {
  keep("session", keyOf(id, number), answer === "" ? null : answer);
}
