// Finds the turn of a rehearsal script that answers a request. The position is derived from the request
// itself, so that a resumed session continues at the right turn. Failed turns leave no trace in the
// conversation and are counted separately.
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
  /**
   * The latest request: how many turns came before it, and how many answers had been counted when it arrived. `null`
   * before the first.
   */
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

/** Returns how many assistant messages a compaction of the conversation has replaced by a summary. */
function foldedAway(position: RehearsalPosition, now: Conversation, tally: Tally): number {
  const { last } = position;
  const expected = last === null ? tally.answered : last.before + tally.answered - last.answered;
  return Math.max(position.compactedAway, expected - now.assistants);
}

export function isFailing(turn: RehearsalTurn): boolean {
  return "error" in turn || "hang" in turn || "drop" in turn;
}

/**
 * Returns the turn to play; `undefined` if none is left. If a script ends with a failing turn, that turn also
 * answers retries. `tried` is true if the gateway has just played the last turn.
 */
export function findTurn(script: Rehearsal, index: number, tried: boolean): RehearsalTurn | undefined {
  const last = script.turns.at(-1);
  if (index >= script.turns.length && tried && last !== undefined && isFailing(last)) return last;
  return script.turns[index];
}
