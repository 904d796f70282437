// Chooses the word and the tone for each status and each seal. Pure.
import type { Seal, Status } from "../../src/contract/commission/commission.ts";

export type StatusTone = "plain" | "brass" | "verdigris" | "madder" | "indigo";

export const statusWords: Record<Status, { tone: StatusTone; word: string }> = {
  pending: { tone: "plain", word: "Waiting" },
  blocked: { tone: "plain", word: "Blocked" },
  dispatched: { tone: "indigo", word: "Starting" },
  in_progress: { tone: "indigo", word: "At work" },
  paused: { tone: "brass", word: "Paused" },
  completed: { tone: "verdigris", word: "Completed" },
  failed: { tone: "madder", word: "Failed" },
  cancelled: { tone: "plain", word: "Cancelled" },
};

export const sealWords: Record<Seal, { tone: StatusTone; word: string }> = {
  verified: { tone: "verdigris", word: "Verified" },
  claimed: { tone: "plain", word: "Claimed" },
  refuted: { tone: "madder", word: "Refuted" },
  conflict: { tone: "madder", word: "Conflict" },
  unchanged: { tone: "plain", word: "Changed nothing" },
};
