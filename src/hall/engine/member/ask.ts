// Calls a guild member and retries a few times, because the member may be restarting or fail temporarily.
import { messageOf } from "../../../base/text/message-of.ts";
import { Fault } from "../../../contract/api/problem.ts";
import { type Clock, sleep } from "../../../host/clock.ts";
import type { JsonRpcProtocolError } from "../../../guild/members/calls/rpc-errors.ts";

const mostTries = 5;
const pauseMs = 1000;
/**
 * The codes of faults that are retried: a timeout, an HTTP failure, or a malformed answer. A member that cannot be
 * started is not retried.
 */
const passing: readonly string[] = ["member_timeout", "member_http", "member_protocol"];

export interface Asking {
  clock: Clock;
  signal: AbortSignal;
}

export type MemberCall<T> = (signal: AbortSignal) => Promise<T>;

/** Rejects with a Fault of code `member` and a message that names the member, or with the signal's reason. */
export async function askMember<T>({ clock, signal }: Asking, call: MemberCall<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      signal.throwIfAborted();
      return await call(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (tries === mostTries || !mayPass(error)) throw memberFault(error);
    }
    await sleep(clock, pauseMs, signal);
  }
}

function mayPass(error: unknown): boolean {
  return passing.includes(codeOf(error)) && refusalOf(error) === null;
}

/** Returns the refusal that the member answered with; `null` for any other error. */
export function refusalOf(error: unknown): JsonRpcProtocolError["refusal"] {
  if (codeOf(error) === "member") return refusalOf((error as Error).cause);
  return codeOf(error) === "member_protocol" ? (error as JsonRpcProtocolError).refusal : null;
}

export function isMemberFault(error: unknown): error is Fault {
  return codeOf(error) === "member";
}

/** Returns true if the member cannot be started, so that there is nothing to talk to. */
export function isUnreachable({ cause }: Fault): boolean {
  return codeOf(cause) === "member_unreachable";
}

function memberFault(cause: unknown): Fault {
  return new Fault("member", messageOf(cause), { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
