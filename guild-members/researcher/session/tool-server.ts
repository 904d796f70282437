// Serves tools of this process as an MCP server to one session. Each session gets a fresh server, because a shared
// one leaves all sessions but the first without tools.
import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { serverName } from "../tool-names.ts";

export interface WorkerTool {
  /** The full name, as the model sees it. */
  name: string;
  description: string;
  input: z.ZodRawShape;
  readOnly: boolean;
  /** Resolves to the answer; a thrown error is returned to the model as an error answer. */
  handle(input: unknown, signal: AbortSignal): Promise<string>;
}

interface Definition<S extends z.ZodRawShape> extends Omit<WorkerTool, "input" | "handle"> {
  input: S;
  handle(input: z.infer<z.ZodObject<S>>, signal: AbortSignal): Promise<string>;
}

export function defineTool<S extends z.ZodRawShape>(definition: Definition<S>): WorkerTool {
  const schema = z.object(definition.input);
  return { ...definition, handle: (input, signal) => definition.handle(schema.parse(input), signal) };
}

export interface ToolServer {
  servers: Record<string, McpSdkServerConfigWithInstance>;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

export type Sdk = Pick<typeof import("@anthropic-ai/claude-agent-sdk"), "createSdkMcpServer" | "tool">;

export interface Serving {
  tools: readonly WorkerTool[];
  /** Fires when the session is over. */
  signal: AbortSignal;
}

export function serveTools(sdk: Sdk, { tools, signal }: Serving): ToolServer {
  if (tools.length === 0) return { servers: {}, idle: async () => undefined };
  const pending = new Set<Promise<unknown>>();
  const answer = (call: Call) => {
    const answered = carryOut(call);
    pending.add(answered);
    return answered.finally(() => pending.delete(answered));
  };
  const served = tools.map((tool) =>
    sdk.tool(tool.name, tool.description, tool.input, (input) => answer({ tool, input, signal }), {
      annotations: { readOnlyHint: tool.readOnly },
    }),
  );
  return {
    servers: { [serverName]: sdk.createSdkMcpServer({ name: serverName, tools: served }) },
    idle: async () => void (await Promise.allSettled(pending)),
  };
}

interface Call {
  tool: WorkerTool;
  input: unknown;
  signal: AbortSignal;
}

async function carryOut({ tool, input, signal }: Call) {
  try {
    if (signal.aborted) throw new Error("the session is over");
    return toResult(await tool.handle(input, signal), false);
  } catch (cause) {
    return toResult(`${tool.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, true);
  }
}

function toResult(text: string, isError: boolean) {
  return { content: [{ type: "text" as const, text }], isError };
}
