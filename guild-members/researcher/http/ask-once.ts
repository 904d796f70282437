// Sends one request to an MCP server made for it alone and returns the reply, without a session or a stream.
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

/** Returns `undefined` if the server closed without a reply. */
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

/** Returns false for notifications, which are dropped because the client receives a single reply. */
function isReply(message: JSONRPCMessage): message is Reply {
  return isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
}
