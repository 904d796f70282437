// Answers a request whose body is parsed. Requests of newer MCP versions go to the SDK's own handler. Older
// clients and plain JSON-RPC get JSON, because the SDK would require headers of them and answer with an event
// stream.
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCRequest,
  type McpServer,
} from "@modelcontextprotocol/server";
import { bounds } from "../bounds.ts";
import { rpcCodes } from "../refusal.ts";
import { askOnce, type Reply } from "./ask-once.ts";
import {
  accepted,
  errorReply,
  type ErrorReply,
  errorResponse,
  jsonResponse,
  type ReplyId,
} from "./replies.ts";

export interface AnswerDeps {
  createServer(): McpServer;
}

export interface Answerer {
  answer(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

export function createAnswerer(deps: AnswerDeps): Answerer {
  const modern = createMcpHandler(deps.createServer, { legacy: "reject" });
  return {
    answer: async (request, body) => {
      if (Array.isArray(body)) return answerBatch(deps, body);
      const wrong = findWrong(body);
      if (wrong) return errorResponse({ status: 400, ...wrong.error, id: wrong.id });
      if (!(await isLegacyRequest(request, body))) return modern.fetch(request, { parsedBody: body });
      return respond(await answerOne(deps, body));
    },
    close: () => modern.close(),
  };
}

function respond(reply: object | null): Response {
  return reply === null ? accepted() : jsonResponse(reply);
}

/** Follows JSON-RPC: one reply to each request, and an empty response if the batch holds only notifications. */
async function answerBatch(deps: AnswerDeps, batch: readonly unknown[]): Promise<Response> {
  if (batch.length === 0 || batch.length > bounds.batch) {
    const message = `A batch has 1 to ${bounds.batch} requests.`;
    return errorResponse({ status: 400, code: rpcCodes.invalidRequest, message });
  }
  const replies = await Promise.all(batch.map((message) => answerOne(deps, message)));
  const wanted = replies.filter((reply) => reply !== null);
  return respond(wanted.length > 0 ? wanted : null);
}

/** Returns `null` if the message needs no reply. Notifications have no effect here, whatever their method. */
async function answerOne(deps: AnswerDeps, message: unknown): Promise<Reply | ErrorReply | null> {
  const wrong = findWrong(message);
  if (wrong) return wrong;
  if (!isJSONRPCRequest(message)) return null;
  const reply = await askOnce(deps.createServer(), message);
  return reply ?? unanswered(message);
}

function unanswered({ id }: JSONRPCRequest): ErrorReply {
  return errorReply({ id, code: rpcCodes.internal, message: "This member gave no answer." });
}

/** Returns the error if the message is not a valid JSON-RPC 2.0 request or notification, else `null`. */
function findWrong(message: unknown): ErrorReply | null {
  if (isJSONRPCRequest(message)) return findWrongGreeting(message);
  if (isJSONRPCNotification(message)) return null;
  const code = hasListedParams(message) ? rpcCodes.invalidParams : rpcCodes.invalidRequest;
  const says =
    code === rpcCodes.invalidParams
      ? "Params are taken by name, as an object, not as a list."
      : 'A request has "jsonrpc": "2.0", an id that is a text or a whole number, a method, and params that are an object.';
  return errorReply({ id: idOf(message), code, message: says });
}

/** Checks `initialize` here because the SDK would report a malformed one as an internal error. */
function findWrongGreeting(message: JSONRPCRequest): ErrorReply | null {
  if (message.method !== "initialize" || isInitializeRequest(message)) return null;
  const says = "initialize needs a protocolVersion, capabilities and clientInfo with a name and a version.";
  return errorReply({ id: message.id, code: rpcCodes.invalidParams, message: says });
}

function hasListedParams(message: unknown): boolean {
  return (
    typeof message === "object" &&
    message !== null &&
    "params" in message &&
    Array.isArray(message.params) &&
    isJSONRPCRequest({ ...message, params: {} })
  );
}

function idOf(message: unknown): ReplyId {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
}
