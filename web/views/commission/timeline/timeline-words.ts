// Provides the sentences of a timeline.
import type { Seal } from "../../../../src/contract/commission/commission.ts";
import type { EndedBy, FailureReason, ReturnCause } from "../../../../src/contract/commission/events.ts";
import { moment } from "../../../words/say.ts";

export const failureWords: Readonly<Record<FailureReason, string>> = {
  no_result: "Failed: it handed in no result",
  crashed: "Failed: it crashed too often",
  turns: "Failed: out of turns",
  budget: "Failed: out of money",
  wall_clock: "Failed: out of time",
  memory: "Failed: out of memory",
  disk: "Failed: out of disk",
  files: "Failed: too many files",
  activation: "Failed: its worker could not be set up",
  setup: "Failed: the project’s set-up failed",
  member: "Failed at its guild member",
  api: "Failed: the model’s server refused",
  quota: "Failed: out of quota",
  rehearsal: "Failed: it did not go as rehearsed",
};

export const endTitles: Readonly<Record<Seal, string>> = {
  claimed: "Completed, on its worker’s word alone",
  verified: "Completed: its checks passed",
  refuted: "Completed, but it does not pass its checks",
  conflict: "Completed, but it could not be merged",
  unchanged: "Completed without a change to the repository",
};

const returns: Readonly<Record<ReturnCause, string>> = {
  start: "It starts again",
  crash: "Its session was cut off; it continues where it was",
  quota: "The quota was used up; it continues when the quota is back",
  storage: "Its record could not be written to the disk; it continues where it was",
  stop: "The hall and its work were stopped; it continues when the hall is up again",
  refuted: "Its checks failed; its worker gets what they found and tries again",
  merge: "It passes alone and fails with what landed meanwhile; its worker gets both sides and tries again",
  setup: "Its set-up failed without the network; it waits for you to approve its files",
  land: "Its work is done; it waits for its turn to be checked together with what landed meanwhile",
};

/** Words for a commission that goes back to the queue. A guild member has no session that could be resumed. */
export const returnWords = {
  session: returns,
  member: {
    ...returns,
    quota: "The quota was used up; its guild member starts again",
    stop: "The hall and its work were stopped; its guild member starts again when the hall is up",
  },
} as const;

/** Says how a session ended; shown only if it did not end well. */
export const endingWords: Readonly<Record<EndedBy, string>> = {
  normal: "The session ended",
  checked: "The checks of its merge were run",
  turns: "All its turns were used",
  budget: "All its money was spent",
  wall_clock: "Its time was up",
  memory: "It used more memory than it may",
  disk: "It used more disk space than it may",
  files: "It made more files than it may",
  activation: "Its worker could not be set up",
  setup: "The project’s set-up failed",
  member: "The guild member did not finish it",
  api: "The model’s server refused",
  quota: "The quota was used up",
  died: "Its session died",
  garbled: "Its session could not be understood",
  rehearsal: "It did not go as rehearsed",
  stopped: "Its session was stopped from outside",
  storage: "Its record could not be written to the disk",
  lost: "Its workbench was lost",
  cancel: "It was cancelled",
};

/** Formats a time relative to `then`. */
export function momentIn(at: string, then: string): string {
  return moment(at, Date.parse(then));
}
