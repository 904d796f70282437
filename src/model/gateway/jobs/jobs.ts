// Declares how guild members reach a model: one listener for all of them, and an account for each job.
import type { CourseFact } from "../../../contract/course/course-facts.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { ModelAccess, ModelAccessOrder } from "../model-access.ts";

export interface JobAccountOrder extends Pick<ModelAccessOrder, "model" | "limits" | "spent"> {
  /** Records a fact, which is durable when this resolves. */
  record(fact: CourseFact): Promise<void>;
  /** Returns how many dollars of the budget are left now. */
  left(): number;
}

export interface JobAccount extends Pick<ModelAccess, "verdict" | "unplayed"> {
  /**
   * Refuses the job's requests from now on and ends the requests in flight, which are recorded when this resolves. Only
   * requests to condense the member's memory may continue, for a limited time and within the rest of the job's budget.
   */
  close(): Promise<void>;
  /** Like `close`, but the job may be resumed: its owner is looked up when it sends another request. */
  leave(): Promise<void>;
}

/**
 * The owner of a job without an account. `waiting`: a commission that has yet to resume the job. `over`: a commission
 * that has ended. `nobody`: the job belongs to no commission. `unknown`: the owner cannot be determined now.
 */
export type JobOwner = "waiting" | "over" | "nobody" | "unknown";

export interface JobsGateway {
  /** Opens the listener on first use. The port is the previous hall's, unless that is in use. */
  readonly port: number;
  /** Accepts the secret of a member's process from now on. Also called for a process that an earlier hall started. */
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
   * Closes every connection as if the hall had died, so that members retry and find the next hall. If an account were
   * closed first, its member would be refused instead.
   */
  close(): Promise<void>;
}
