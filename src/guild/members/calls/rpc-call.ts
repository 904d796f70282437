// Sends one JSON-RPC request to a guild member, with one time limit from the connection to the last byte of
// the answer.
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import type { Clock } from "../../../host/clock.ts";
import type { Send } from "../../../host/network/outbound.ts";
import { within } from "../../../base/async/time-limit.ts";
import { sendToMember } from "./member-request.ts";
import type { Reached } from "../members.ts";
import { isCallError, JsonRpcTimeoutError, noAnswer } from "./rpc-errors.ts";
import { type NumberedQuestion, readResult } from "./rpc-reply.ts";

export interface RpcDeps {
  /** The member's name, for error messages. */
  name: string;
  /**
   * Returns the member's address. Called for each request, because the member may have been restarted
   * meanwhile.
   */
  endpoint(signal: AbortSignal): Promise<Reached>;
  send: Send;
  clock: Pick<Clock, "after">;
  newId(): string;
}

export interface RpcQuestion {
  method: string;
  params: object;
  signal?: AbortSignal | undefined;
}

export async function call(deps: RpcDeps, { method, params, signal: given }: RpcQuestion): Promise<unknown> {
  const signal = given ?? new AbortController().signal;
  const at = await deps.endpoint(signal);
  const asked = { member: deps.name, method, id: deps.newId() };
  const stop = new AbortController();
  const exchanging = exchange(deps, { at, asked, params, signal: stop.signal });
  const ms = workerLimits.callMs;
  const outcome = await within({ clock: deps.clock, ms, signal }, exchanging);
  stop.abort();
  if (outcome.how === "came") return outcome.value;
  if (outcome.how === "broke") throw outcome.error;
  signal.throwIfAborted();
  throw new JsonRpcTimeoutError(asked, ms);
}

interface Exchange {
  at: Reached;
  asked: NumberedQuestion;
  params: object;
  signal: AbortSignal;
}

async function exchange({ send }: RpcDeps, { at, asked, params, signal }: Exchange): Promise<unknown> {
  const { id, method } = asked;
  const body = new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  try {
    return await readResult(asked, await sendToMember(send, { at, method: "POST", headers, body, signal }));
  } catch (cause) {
    throw isCallError(cause) ? cause : noAnswer(asked, cause);
  }
}
