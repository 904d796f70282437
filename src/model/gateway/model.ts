// What stands behind the gateway's door: an upstream endpoint, or a rehearsal script.
import type { ModelRequest } from "./asked.ts";

/** A rehearsal's "no": the request is not the one the script was written for. */
export interface Mismatch {
  mismatch: string;
}

export interface Model {
  /** One try. Failures are ordinary responses, or a rejection when no answer came. */
  ask(asked: ModelRequest, signal: AbortSignal): Promise<Response | Mismatch>;
  /** Whether an answer that broke off has cost something all the same. */
  billsBrokenAnswers: boolean;
  /** Takes credentials out of a text that is going to be kept or shown. */
  scrub(text: string): string;
  /** Names the turns of a script that nobody has asked for; null when there are none. */
  unplayed(): string | null;
}
