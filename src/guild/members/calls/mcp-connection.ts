// Opens a connection to a guild member with the official MCP client, for one request. The client is loaded on
// first use, because it takes some 20 MB of memory that most halls never need.
import type { Client, ClientOptions } from "@modelcontextprotocol/client";
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import { within } from "../../../base/async/time-limit.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { Reached } from "../members.ts";
import type { RpcDeps } from "./rpc-call.ts";
import {
  isCallError,
  JsonRpcHttpError,
  JsonRpcProtocolError,
  JsonRpcTimeoutError,
  type MemberMethod,
  refusedBy,
} from "./rpc-errors.ts";

export type McpDeps = Omit<RpcDeps, "newId">;

export interface McpQuestion<T> {
  method: string;
  signal: AbortSignal | undefined;
  ask(client: Client): Promise<T>;
}

export async function askByMcp<T>(deps: McpDeps, { method, signal: given, ask }: McpQuestion<T>): Promise<T> {
  const signal = given ?? new AbortController().signal;
  const at = await deps.endpoint(signal);
  const asked = { member: deps.name, method };
  const stop = new AbortController();
  const ms = workerLimits.callMs;
  const asking = connected(deps, { at, asked, signal: stop.signal, ask });
  const outcome = await within({ clock: deps.clock, ms, signal }, asking);
  stop.abort();
  if (outcome.how === "came") return outcome.value;
  if (outcome.how === "broke") throw inOurWords(asked, outcome.error);
  signal.throwIfAborted();
  throw new JsonRpcTimeoutError(asked, ms);
}

interface Connecting<T> {
  at: Reached;
  asked: MemberMethod;
  signal: AbortSignal;
  ask(client: Client): Promise<T>;
}

async function connected<T>(deps: McpDeps, { at, asked, signal, ask }: Connecting<T>): Promise<T> {
  const mcp = await import("@modelcontextprotocol/client");
  const broken = Promise.withResolvers<never>();
  const fetch = createGuardedFetch({ send: deps.send, at, asked, signal, fail: broken.reject });
  const client = new mcp.Client({ name: "guild-hall", version: "1" }, clientOptions);
  const transport = new mcp.StreamableHTTPClientTransport(new URL(at.url), { fetch, reconnectionOptions });
  const asking = client.connect(transport).then(() => ask(client));
  try {
    return await Promise.race([asking, broken.promise]);
  } finally {
    // Members of older MCP versions keep a session until they are told that it is over. A failure to tell them is
    // ignored.
    if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => undefined);
    await client.close();
    broken.promise.catch(() => undefined);
    asking.catch(() => undefined);
  }
}

const clientOptions: ClientOptions = {
  versionNegotiation: { mode: "auto" },
  listMaxPages: 16,
  // A member's schemas come from a stranger. The model sees them, but this validator accepts everything, so that no
  // schema is ever compiled into code here.
  jsonSchemaValidator: {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  },
};

const reconnectionOptions = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0,
};

/**
 * Converts an error of the MCP client into one of ours. An error reply has a numeric `code`; a failed request has a
 * `status`.
 */
function inOurWords(asked: MemberMethod, error: unknown): Error {
  if (isCallError(error)) return error;
  if (error instanceof Error && "code" in error && typeof error.code === "number")
    return refusedBy(asked, { code: error.code, message: error.message });
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    const { status } = error;
    return new JsonRpcHttpError({ ...asked, status, what: `it answered with HTTP status ${status}` });
  }
  // The error's message may quote the member, so it is only kept as the cause.
  const what = `its answer was not understood (${error instanceof Error ? error.name : typeof error})`;
  return new JsonRpcProtocolError({ ...asked, what }, { cause: error });
}
