// Declares the model that the gateway asks: an upstream endpoint or a rehearsal script.
import type { ModelRequest } from "./asked.ts";

/** A rehearsal's refusal: the request is not the one the script was written for. */
export interface Mismatch {
  mismatch: string;
}

export interface Model {
  /** Sends the request once. Resolves even if the endpoint refuses it; rejects if no answer arrives. */
  ask(asked: ModelRequest, signal: AbortSignal): Promise<Response | Mismatch>;
  /** Whether an answer that broke off still costs something. */
  billsBrokenAnswers: boolean;
  /** Removes credentials from a text that will be kept or shown. */
  scrub(text: string): string;
  /** Returns a sentence that names the unplayed turns of a script. `null` if there are none. */
  unplayed(): string | null;
}
