// Decides which files the hall has kept long enough and may remove. Pure: the caller passes in the files and
// the time.
import type { CleanItem } from "../../contract/api/clean.ts";
import type { HallConfig } from "../../contract/home/config.ts";

export type Retention = HallConfig["retention"];

const dayMs = 86_400_000;

/** Returns the items that may be removed, oldest first. */
export function planClean(found: readonly CleanItem[], keep: Retention, now: number): CleanItem[] {
  return found
    .filter((item) => isDue(item.since, daysOf(item.kind, keep), now))
    .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : a.path < b.path ? -1 : 1));
}

/**
 * Whether an item has been kept long enough. A time that cannot be parsed, or lies in the future because the clock was
 * set back, is no reason to delete.
 */
export function isDue(since: string, days: number | null, now: number): boolean {
  const began = Date.parse(since);
  return days !== null && began <= now && now - began >= days * dayMs;
}

/** How long an uploaded file waits for a message that refers to it. */
export const unusedAttachmentDays = 7;

export function daysOf(kind: CleanItem["kind"], keep: Retention): number | null {
  switch (kind) {
    case "trash":
      return keep.trashDays;
    case "leftover":
      return keep.leftoverDays;
    // The output of a set-up can be made again, unlike leftover files of a worktree.
    case "set-up":
      return keep.trashDays;
    case "transcript":
      return keep.transcriptDays;
    case "log":
      return keep.logDays;
    case "attachment":
      return unusedAttachmentDays;
  }
}

/**
 * Returns the items that may be removed without asking: those that were due at two checks in a row, an hour
 * apart. Otherwise a clock that was wrong for a moment could empty the trash.
 */
export function dueTwice(now: readonly CleanItem[], before: ReadonlySet<string>): CleanItem[] {
  return now.filter((item) => before.has(item.path));
}
