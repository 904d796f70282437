// Builds JSON-RPC replies as HTTP responses. Every refusal has a shape that every client can read.

export type ReplyId = string | number | null;

export interface ErrorReply {
  jsonrpc: "2.0";
  id: ReplyId;
  error: { code: number; message: string };
}

export function errorReply(error: { id: ReplyId; code: number; message: string }): ErrorReply {
  const { id, code, message } = error;
  return { jsonrpc: "2.0", id, error: { code, message } };
}

export interface RefusedResponse {
  status: number;
  code: number;
  message: string;
  id?: ReplyId;
  headers?: Record<string, string>;
}

export function errorResponse({ status, headers = {}, id = null, ...error }: RefusedResponse): Response {
  return jsonResponse(errorReply({ id, ...error }), { status, headers });
}

export function jsonResponse(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** Returns the response to a message that needs no reply. */
export function accepted(): Response {
  return new Response(null, { status: 202 });
}
