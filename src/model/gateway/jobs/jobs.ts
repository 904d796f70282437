// The door to a model for guild members: one listener for all of them, and an account for each job.
import type { FactBody } from "../../../contract/commission/facts.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { ModelAccess, ModelAccessOrder } from "../model-access.ts";

export interface JobOrder extends Pick<ModelAccessOrder, "model" | "limits" | "spent"> {
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
  /** How many dollars of its budget are left by now. */
  left(): number;
}

export interface JobAccount extends Pick<ModelAccess, "verdict" | "unplayed"> {
  /**
   * Requests of this job are refused from now on; what is under way is ended and on record when this resolves. Only
   * what the job has begun to condense of its member's memory goes on for a while, within what is left of its budget.
   */
  close(): Promise<void>;
  /** As close, but the job may be gone on with: whose it is, is looked up when it asks for more. */
  leave(): Promise<void>;
}

/**
 * Of a job without an account. `waiting`: a commission has yet to go on with it. `over`: its commission needs it no more.
 * `unknown`: nobody can tell at the moment.
 */
export type JobOwner = "waiting" | "over" | "nobody" | "unknown";

export interface JobsGateway {
  /** Opens the listener if nobody has needed it yet. Another one than before where that could not be had again. */
  readonly port: number;
  /** A new member process presents this secret. Told again for one that an earlier hall started. */
  admit(member: MemberName, secret: string): void;
  dismiss(member: MemberName): void;
  /** What a member's process is told of the gateway: address, and the secret in the place of a credential. */
  env(secret: string): Record<string, string>;
  /**
   * A job is being dispatched, or looked for after a restart: a request of a job that nobody knows yet waits for
   * `open`, until `done`.
   */
  expect(member: MemberName): { done(): void };
  /** A job that is open already is a bug of the caller's; one that was closed may be opened again. */
  open(job: { member: MemberName; jobId: string }, order: JobOrder): JobAccount;
  /**
   * Cuts every connection, as if the hall had died: whoever asked tries again, and finds the next hall. An account that
   * is closed before would refuse instead.
   */
  close(): Promise<void>;
}
