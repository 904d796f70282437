// Decides what becomes of a job when its session is over. A submitted result counts whatever happened afterwards.
import type { Ending } from "../job.ts";

export interface JobOutcome {
  status: "completed" | "failed";
  error: string | null;
  /** The text to save as the result; `null` if a result is on disk already, or there is none. */
  output: string | null;
}

export function decideEnding(ending: Ending, { hasResult }: { hasResult: boolean }): JobOutcome {
  if (ending.how === "failed")
    return hasResult
      ? {
          status: "completed",
          error: `The result was submitted; afterwards this went wrong: ${ending.error}`,
          output: null,
        }
      : { status: "failed", error: ending.error, output: null };
  if (hasResult) return { status: "completed", error: null, output: null };
  return ending.finalText.trim() === ""
    ? {
        status: "failed",
        error: "The session ended without a result: it submitted none and said nothing.",
        output: null,
      }
    : { status: "completed", error: null, output: ending.finalText };
}
