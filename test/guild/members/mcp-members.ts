// Members with tools, made with the SDK of today and with the one before it.
import { McpServer as OlderServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export interface McpMember {
  url: string;
  /** "METHOD json-rpc-method" of each request, in order. */
  heard: string[];
  stop(): Promise<void>;
}

type Answer = (request: Request) => Response | Promise<Response>;

const running: McpMember[] = [];

export async function stopMcpMembers(): Promise<void> {
  for (const member of running.splice(0)) await member.stop();
}

export function serve(answer: Answer): McpMember {
  const heard: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const text = await request.clone().text();
      heard.push(`${request.method} ${text === "" ? "-" : String(JSON.parse(text).method)}`);
      return answer(request);
    },
  });
  const member = {
    url: `http://127.0.0.1:${server.port}/mcp`,
    heard,
    stop: () => server.stop(true),
  };
  running.push(member);
  return member;
}

const echo = {
  description: "Says it again.",
  inputSchema: z.object({ words: z.string().describe("What to say"), times: z.int().optional() }),
};

function echoed({ words, times = 1 }: { words: string; times?: number | undefined }) {
  if (words === "fail") return { content: [{ type: "text" as const, text: "I cannot" }], isError: true };
  return { content: Array.from({ length: times }, () => ({ type: "text" as const, text: words })) };
}

/** null: it does not even know what a tool is. */
export function modernMember(names: readonly ("echo" | "picture")[] | null = ["echo"]): McpMember {
  const tools = names ?? [];
  const capabilities = names === null ? {} : { tools: {} };
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: "modern", version: "1.0.0" }, { capabilities });
    if (tools.includes("echo")) mcp.registerTool("echo", echo, async (input) => echoed(input));
    if (tools.includes("picture"))
      mcp.registerTool("picture", { description: "", inputSchema: z.object({}) }, async () => ({
        content: [{ type: "image", data: "AAAA", mimeType: "image/png" }],
      }));
    return mcp;
  });
  return serve((request) => handler.fetch(request));
}

/** One session for each that asks, as it was usual. */
export function olderMember(): McpMember & { sessions: Set<string> } {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const sessions = new Set<string>();
  const begin = async () => {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        transports.set(id, transport);
        sessions.add(id);
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const mcp = new OlderServer({ name: "older", version: "1.0.0" });
    mcp.registerTool("echo", { ...echo, inputSchema: echo.inputSchema.shape }, async (input) =>
      echoed(input),
    );
    await mcp.connect(transport);
    return transport;
  };
  const member = serve(async (request) => {
    const known = transports.get(request.headers.get("mcp-session-id") ?? "");
    return (known ?? (await begin())).handleRequest(request);
  });
  return { ...member, sessions };
}
