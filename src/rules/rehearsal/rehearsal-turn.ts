// Which turn of a rehearsal answers a request. Found from the request itself, so that a resumed session
// goes on where it was; failed turns leave no trace in the conversation and are counted beside it.
import type { Rehearsal, RehearsalTurn } from "../../contract/package/rehearsal.ts";

export interface Conversation {
  /** Assistant messages in the request. */
  assistants: number;
  /** The conversation opens with a summary of one that was compacted. */
  compacted: boolean;
}

export interface Position {
  /** Turns that a compaction took out of the conversation. */
  compactedAway: number;
  /** The latest request: the turns before it, and how many answers had been counted when it came. */
  last: { before: number; answered: number } | null;
}

export const startPosition: Position = { compactedAway: 0, last: null };

/** Main turns so far, by every workbench of the commission. */
export interface Tally {
  answered: number;
  failed: number;
}

export function locateTurn(
  position: Position,
  now: Conversation,
  tally: Tally,
): { index: number; position: Position } {
  const compactedAway = now.compacted ? foldedAway(position, now, tally) : position.compactedAway;
  const before = now.assistants + compactedAway;
  return {
    index: before + tally.failed,
    position: { compactedAway, last: { before, answered: tally.answered } },
  };
}

/** Under a summary, the assistant messages that should be there and are not were folded into it. */
function foldedAway(position: Position, now: Conversation, tally: Tally): number {
  const { last } = position;
  const expected = last === null ? tally.answered : last.before + tally.answered - last.answered;
  return Math.max(position.compactedAway, expected - now.assistants);
}

export function isFailing(turn: RehearsalTurn): boolean {
  return "error" in turn || "hang" in turn || "drop" in turn;
}

/**
 * A script that ends with a failing turn goes on failing that way when the request is tried again: `tried` says
 * that this gateway has just played the last turn. Otherwise there is nothing left to play.
 */
export function findTurn(script: Rehearsal, index: number, tried: boolean): RehearsalTurn | undefined {
  const last = script.turns.at(-1);
  if (index >= script.turns.length && tried && last !== undefined && isFailing(last)) return last;
  return script.turns[index];
}
