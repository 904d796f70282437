// Declares the guild members' door to a model: one listener for all of them, and an account for each job.
import type { FactBody } from "../../../contract/commission/facts.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { ModelAccess, ModelAccessOrder } from "../model-access.ts";

export interface JobAccountOrder extends Pick<ModelAccessOrder, "model" | "limits" | "spent"> {
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
  /** Returns how many dollars of the budget are left now. */
  left(): number;
}

export interface JobAccount extends Pick<ModelAccess, "verdict" | "unplayed"> {
  /**
   * Refuses the job's requests from now on and ends those in flight, which are recorded when this resolves. Only a
   * condensing of the member's memory that the job began may continue for a limited time, within the rest of its
   * budget.
   */
  close(): Promise<void>;
  /** Like `close`, but the job may be resumed: its owner is looked up when it sends another request. */
  leave(): Promise<void>;
}

/**
 * The owner of a job without an account. `waiting`: a commission has yet to resume it. `over`: its commission has
 * ended. `nobody`: it belongs to no commission. `unknown`: the owner cannot be determined now.
 */
export type JobOwner = "waiting" | "over" | "nobody" | "unknown";

export interface JobsGateway {
  /** Opens the listener on first use. The port differs from the previous one if that was taken. */
  readonly port: number;
  /** Accepts the secret of a member process. Called again for a process that an earlier hall started. */
  admit(member: MemberName, secret: string): void;
  dismiss(member: MemberName): void;
  /** Returns the environment for a member's process: the gateway's address, and the secret in place of a credential. */
  env(secret: string): Record<string, string>;
  /**
   * Announces that a job is being dispatched, or searched for after a restart. A request of an unknown job waits for
   * `open` until `done` is called.
   */
  expect(member: MemberName): { done(): void };
  /** Throws if the job is already open, which is a bug in the caller. A closed job may be opened again. */
  open(job: { member: MemberName; jobId: string }, order: JobAccountOrder): JobAccount;
  /**
   * Cuts every connection as if the hall had died: members retry and find the next hall. An account that was closed
   * first would refuse instead.
   */
  close(): Promise<void>;
}
