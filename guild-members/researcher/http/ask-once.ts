// One request to an MCP server of its own, and the one reply to it, without a session and without a stream.
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";

export type Reply = JSONRPCResultResponse | JSONRPCErrorResponse;

/** undefined: the server closed without a word. */
export async function askOnce(server: McpServer, request: JSONRPCRequest): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      if (isReply(message)) resolve(message);
    },
    close: async () => resolve(undefined),
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  const reply = await promise;
  await server.close();
  return reply;
}

/** Notifications on the way to it are nobody's: who asks once listens once. */
function isReply(message: JSONRPCMessage): message is Reply {
  return isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
}
