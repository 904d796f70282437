// The door to a model for guild members: one listener for all of them, and an account for each job.
import type { FactBody, GatewayVerdict } from "../contract/facts.ts";
import type { MemberName } from "../contract/member.ts";
import type { GatewayOrder } from "./gateway.ts";

export interface JobOrder extends Pick<GatewayOrder, "model" | "limits" | "spent"> {
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
}

export interface JobAccount {
  verdict(): GatewayVerdict | null;
  unplayed(): string | null;
  /** Requests of this job are refused from now on; what is under way is ended and on record when this resolves. */
  close(): Promise<void>;
}

export interface JobsGateway {
  port: number;
  /** A new member process presents this secret. Told again for one that an earlier hall started. */
  admit(member: MemberName, secret: string): void;
  dismiss(member: MemberName): void;
  /** What a member's process is told of the gateway: address, and the secret in the place of a credential. */
  env(secret: string): Record<string, string>;
  /** A job is being dispatched: a request of a job that nobody knows yet waits for `open`, until `done`. */
  expect(member: MemberName): { done(): void };
  open(job: { member: MemberName; jobId: string }, order: JobOrder): JobAccount;
  close(): Promise<void>;
}
