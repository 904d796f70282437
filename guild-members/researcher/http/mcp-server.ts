// Presents this member as an MCP server: worker/* as custom methods, announced as an extension, and no tools.
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Handler } from "../handlers.ts";
import { Refusal, rpcCodes } from "../refusal.ts";

/** Tells clients that this server speaks worker/*. */
export const workerExtension = "dev.guild-hall/worker";

export interface ServerDeps {
  name: string;
  version: string;
  handlers: Readonly<Record<string, Handler>>;
  log(line: string): void;
}

/** The handlers parse params themselves, because their messages say what was expected. */
const anything = z.looseObject({});

export function createMcpServer({ name, version, handlers, log }: ServerDeps): McpServer {
  const capabilities = { tools: {}, extensions: { [workerExtension]: { version: "2", artifact: true } } };
  const mcp = new McpServer({ name, version }, { capabilities });
  mcp.server.setRequestHandler("tools/list", () => ({ tools: [] }));
  mcp.server.setRequestHandler("tools/call", ({ params }) => {
    throw new Refusal(`There is no tool ${JSON.stringify(params.name.slice(0, 80))}: this member has none.`);
  });
  for (const [method, handle] of Object.entries(handlers))
    mcp.server.setRequestHandler(method, { params: anything, result: anything }, (params) =>
      answer({ handle, method, log }, params),
    );
  return mcp;
}

interface Answering {
  handle: Handler;
  method: string;
  log(line: string): void;
}

/** Rethrows a refusal unchanged. Logs any other error in full; the client only learns that there was one. */
async function answer({ handle, method, log }: Answering, params: unknown): Promise<Record<string, unknown>> {
  try {
    return { ...(await handle(params)) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log(`${method} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    throw Object.assign(new Error("This member could not do it. Its log says why."), {
      code: rpcCodes.internal,
    });
  }
}
