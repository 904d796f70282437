// Defines the errors of a request to a guild member: a timeout, an HTTP failure, an invalid answer or a
// refusal. Each names the member, the method and what happened.
import { Fault } from "../../../contract/api/problem.ts";
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";

export interface MemberMethod {
  member: string;
  method: string;
}

abstract class CallError extends Fault {
  readonly member: string;
  readonly method: string;
  constructor(code: string, asked: MemberMethod & { what: string }, options?: ErrorOptions) {
    super(code, `Guild member "${asked.member}" was asked ${asked.method}: ${asked.what}.`, options);
    this.member = asked.member;
    this.method = asked.method;
  }
}

export class JsonRpcTimeoutError extends CallError {
  override readonly name = "JsonRpcTimeoutError";
  constructor({ member, method }: MemberMethod, ms: number) {
    super("member_timeout", { member, method, what: `it did not answer within ${Math.round(ms / 1000)} s` });
  }
}

export class JsonRpcHttpError extends CallError {
  override readonly name = "JsonRpcHttpError";
  /**
   * The HTTP status. `null` if there was no connection or it broke. The member may have received the request
   * all the same.
   */
  readonly status: number | null;
  constructor(asked: MemberMethod & { what: string; status: number | null }, options?: ErrorOptions) {
    super("member_http", asked, options);
    this.status = asked.status;
  }
}

/** The error that a member returned instead of a result. */
export interface RpcRefusal {
  code: number;
  /** The member's own words, truncated if they are long. */
  message: string;
}

export class JsonRpcProtocolError extends CallError {
  override readonly name = "JsonRpcProtocolError";
  /** The member's refusal. `null` if its answer was invalid. */
  readonly refusal: RpcRefusal | null;
  constructor(asked: MemberMethod & { what: string; refusal?: RpcRefusal }, options?: ErrorOptions) {
    super("member_protocol", asked, options);
    this.refusal = asked.refusal ?? null;
  }
}

const maxKept = 4000;
const maxSaid = 400;

export function refusedBy(asked: MemberMethod, { code, message }: RpcRefusal): JsonRpcProtocolError {
  const said = message.length > maxSaid ? `${message.slice(0, maxSaid)}…` : message;
  return new JsonRpcProtocolError({
    ...asked,
    what: `it refused with code ${code} and the words ${JSON.stringify(said)}`,
    refusal: { code, message: message.slice(0, maxKept) },
  });
}

export function redirected(asked: MemberMethod, status: number): JsonRpcHttpError {
  const what = `it answered with a redirect (HTTP status ${status}), which is not followed`;
  return new JsonRpcHttpError({ ...asked, status, what });
}

export function tooLong(asked: MemberMethod): JsonRpcProtocolError {
  const what = `its answer is longer than ${workerLimits.replyBytes / 1024 / 1024} MB`;
  return new JsonRpcProtocolError({ ...asked, what });
}

export function noAnswer(asked: MemberMethod, cause: unknown): JsonRpcHttpError {
  const what = `it sent no complete answer (${thrownText(cause)})`;
  return new JsonRpcHttpError({ ...asked, status: null, what }, { cause });
}

/** Tells whether the error is already one of the errors above, so that it needs no conversion. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof CallError;
}
