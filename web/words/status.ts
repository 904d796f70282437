// The word for each status and for how far a result is trusted, and the ground it stands on. Pure.
import type { Status, Trust } from "../../src/contract/commission.ts";

export type Tone = "plain" | "brass" | "verdigris" | "madder" | "indigo";

export const statusWords: Record<Status, { tone: Tone; word: string }> = {
  pending: { tone: "plain", word: "Waiting" },
  blocked: { tone: "plain", word: "Blocked" },
  dispatched: { tone: "indigo", word: "Starting" },
  in_progress: { tone: "indigo", word: "At work" },
  paused: { tone: "brass", word: "Paused" },
  completed: { tone: "verdigris", word: "Completed" },
  failed: { tone: "madder", word: "Failed" },
  cancelled: { tone: "plain", word: "Cancelled" },
};

export const sealWords: Record<Trust, { tone: Tone; word: string }> = {
  verified: { tone: "verdigris", word: "Verified" },
  claimed: { tone: "plain", word: "Claimed" },
  refuted: { tone: "madder", word: "Refuted" },
};
