// Remembers the keys of the palette entries that were chosen last, for this tab.
import { keep, readKept } from "../api/kept.ts";

const key = "guild-hall-recent";
const most = 12;

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(readKept("session", key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function keepRecent(chosen: string): void {
  const others = readRecent().filter((each) => each !== chosen);
  keep("session", key, JSON.stringify([chosen, ...others].slice(0, most)));
}
