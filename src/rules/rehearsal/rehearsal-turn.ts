// Finds the turn of a rehearsal that answers a request. It derives it from the request itself, so that a resumed
// session continues where it was. Failed turns leave no trace in the conversation and are counted separately.
import type { Rehearsal, RehearsalTurn } from "../../contract/package/rehearsal.ts";

export interface Conversation {
  /** Assistant messages in the request. */
  assistants: number;
  /** Whether the conversation opens with the summary of a compacted one. */
  compacted: boolean;
}

export interface RehearsalPosition {
  /** Turns that a compaction removed from the conversation. */
  compactedAway: number;
  /** The latest request: the number of turns before it, and of answers counted when it came. */
  last: { before: number; answered: number } | null;
}

export const startPosition: RehearsalPosition = { compactedAway: 0, last: null };

/** Main turns so far, over all workbenches of the commission. */
export interface Tally {
  answered: number;
  failed: number;
}

export function locateTurn(
  position: RehearsalPosition,
  now: Conversation,
  tally: Tally,
): { index: number; position: RehearsalPosition } {
  const compactedAway = now.compacted ? foldedAway(position, now, tally) : position.compactedAway;
  const before = now.assistants + compactedAway;
  return {
    index: before + tally.failed,
    position: { compactedAway, last: { before, answered: tally.answered } },
  };
}

/** The assistant messages that are missing below a summary were folded into it. */
function foldedAway(position: RehearsalPosition, now: Conversation, tally: Tally): number {
  const { last } = position;
  const expected = last === null ? tally.answered : last.before + tally.answered - last.answered;
  return Math.max(position.compactedAway, expected - now.assistants);
}

export function isFailing(turn: RehearsalTurn): boolean {
  return "error" in turn || "hang" in turn || "drop" in turn;
}

/**
 * If a script ends with a failing turn, that turn also answers retries: `tried` says that this gateway has just played
 * the last turn. Otherwise there is nothing left to play.
 */
export function findTurn(script: Rehearsal, index: number, tried: boolean): RehearsalTurn | undefined {
  const last = script.turns.at(-1);
  if (index >= script.turns.length && tried && last !== undefined && isFailing(last)) return last;
  return script.turns[index];
}
