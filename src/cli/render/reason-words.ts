// Says in words why a commission ended: the reasons in the ledger are names for programs, not for people.
import type { EndedBy, FailureReason } from "../../contract/commission/events.ts";

const failures: Readonly<Record<FailureReason, string>> = {
  no_result: "no result",
  crashed: "crashed",
  turns: "out of turns",
  budget: "out of money",
  wall_clock: "out of time",
  memory: "out of memory",
  disk: "out of disk",
  files: "too many files",
  activation: "not set up",
  setup: "the project's set-up failed",
  member: "at the guild member",
  api: "refused by the model's server",
  quota: "out of quota",
  rehearsal: "not as rehearsed",
};

const endings: Readonly<Record<EndedBy, string | null>> = {
  normal: null, // needs no words
  checked: null,
  turns: "all its turns were used",
  budget: "all its money was spent",
  wall_clock: "its time was up",
  memory: "it used more memory than its limit",
  disk: "it used more disk than its limit",
  files: "it made more files than its limit",
  activation: "its worker could not be set up",
  setup: "the project's set-up failed",
  member: "the guild member did not finish it",
  api: "the model's server refused",
  quota: "the quota was used up",
  died: "its session died",
  garbled: "the output of its session was not understood",
  rehearsal: "it did not go as rehearsed",
  stopped: "its session was stopped from outside",
  storage: "the disk could not record it",
  lost: "its workbench was lost",
  cancel: "it was cancelled",
};

export function failureWords(reason: FailureReason): string {
  return failures[reason];
}

/** Returns `null` if the session ended as it should. */
export function endingWords(endedBy: EndedBy): string | null {
  return endings[endedBy];
}
