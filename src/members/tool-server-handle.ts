// The ordinary MCP side of one member: its process and its tools.
export interface MemberTool {
  name: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolServerHandle {
  stop(): Promise<void>;
  listTools(signal?: AbortSignal): Promise<MemberTool[]>;
  invokeTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<{ text: string; isError: boolean }>;
}
