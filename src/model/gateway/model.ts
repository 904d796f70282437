// Declares the model behind the gateway's door: an upstream endpoint or a rehearsal script.
import type { ModelRequest } from "./asked.ts";

/** A rehearsal's refusal: the request is not the one the script was written for. */
export interface Mismatch {
  mismatch: string;
}

export interface Model {
  /** One try. Failures are ordinary responses, or a rejection when no answer came. */
  ask(asked: ModelRequest, signal: AbortSignal): Promise<Response | Mismatch>;
  /** Whether an answer that broke off has cost something all the same. */
  billsBrokenAnswers: boolean;
  /** Removes credentials from a text that will be kept or shown. */
  scrub(text: string): string;
  /** Returns a sentence that names the unplayed turns of a script. `null` if there are none. */
  unplayed(): string | null;
}
