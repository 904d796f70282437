// Gives access to the MCP tools of one guild member, and can stop its process. Each request opens its own
// connection to the member's present address, so no MCP session lasts from one call to the next.
import { z } from "zod";
import { askByMcp, type McpDeps } from "./mcp-connection.ts";

export interface MemberTool {
  name: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
}

export interface MCPServerHandle {
  stop(): Promise<void>;
  listTools(signal?: AbortSignal): Promise<MemberTool[]>;
  invokeTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<{ text: string; isError: boolean }>;
}

export interface ToolServerDeps extends McpDeps {
  /** Ends the member's process. */
  stop(): Promise<void>;
}

export function createMCPServerHandle(deps: ToolServerDeps): MCPServerHandle {
  return {
    stop: () => deps.stop(),
    listTools: (signal) => listTools(deps, signal),
    invokeTool: (name, args, signal) => invokeTool(deps, { name, args, signal }),
  };
}

async function listTools(deps: ToolServerDeps, signal: AbortSignal | undefined): Promise<MemberTool[]> {
  const { tools } = await askByMcp(deps, {
    method: "tools/list",
    signal,
    // Without this check the client would print a warning on the hall's console.
    ask: async (client) => (client.getServerCapabilities()?.tools ? client.listTools() : { tools: [] }),
  });
  return tools.map(({ name, description = "", inputSchema }) => ({ name, description, inputSchema }));
}

interface Invocation {
  name: string;
  args: Readonly<Record<string, unknown>>;
  signal: AbortSignal | undefined;
}

async function invokeTool(deps: ToolServerDeps, { name, args, signal }: Invocation) {
  const answer = await askByMcp(deps, {
    method: "tools/call",
    signal,
    ask: (client) => client.callTool({ name, arguments: args }),
  });
  return { text: textOf(answer), isError: answer.isError === true };
}

/** Joins the text parts, and replaces each other part by a note. */
function textOf({ content, structuredContent }: { content: unknown[]; structuredContent?: unknown }): string {
  const parts = content.map((block) => {
    const { data } = known.safeParse(block);
    return data === undefined
      ? "[something that is not text]"
      : "text" in data
        ? data.text
        : data.resource.text;
  });
  if (parts.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return parts.join("\n");
}

const known = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("resource"), resource: z.object({ text: z.string() }) }),
]);
