// Serves toolboxes as MCP servers inside this process. Every session gets its own servers, because the SDK
// connects a server to one session only: the others would have no tools.
import { messageOf } from "../../base/text/message-of.ts";
import {
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  tool,
} from "@anthropic-ai/claude-agent-sdk/core";
import { z } from "zod";
import type { ToolAnswer, ToolCall, ToolDefinition } from "../../contract/kit/index.ts";
import type { SessionOrder } from "./open-session.ts";
import { servedBoxes, type ServedBox } from "./served-boxes.ts";

export interface ToolServersOrder extends Pick<SessionOrder, "toolboxes" | "standIns" | "commissionId"> {
  /** Fires when the session is over. */
  signal: AbortSignal;
}

export function createToolServers(order: ToolServersOrder): Record<string, McpSdkServerConfigWithInstance> {
  return Object.fromEntries(
    servedBoxes(order).map((box) => [
      box.name,
      createSdkMcpServer({ name: box.name, tools: box.tools.map((served) => sdkTool(order, served)) }),
    ]),
  );
}

function sdkTool(order: ToolServersOrder, { wireName, definition }: ServedBox["tools"][number]) {
  return tool(
    wireName,
    definition.description,
    definition.input,
    async (input, extra) => toResult(await answer({ definition, input, call: findCall(order, extra) })),
    { annotations: { readOnlyHint: definition.readOnly === true } },
  );
}

interface Asked {
  definition: ToolDefinition;
  input: Record<string, unknown>;
  call: ToolCall | undefined;
}

async function answer({ definition, input, call }: Asked): Promise<ToolAnswer> {
  if (call === undefined)
    return { text: "The call came without an id and was not carried out.", isError: true };
  try {
    return await definition.handle(input, call);
  } catch (cause) {
    const why = messageOf(cause);
    return { text: `${definition.name} failed: ${why}`, isError: true };
  }
}

/** `claude` puts the id of the model's tool use into the call's `_meta`, which is undocumented. */
const sdkExtra = z.looseObject({
  _meta: z.looseObject({ "claudecode/toolUseId": z.string().min(1) }),
  signal: z.instanceof(AbortSignal).optional(),
});

function findCall(order: ToolServersOrder, extra: unknown): ToolCall | undefined {
  const { data } = sdkExtra.safeParse(extra);
  if (data === undefined) return undefined;
  const { _meta: meta, signal } = data;
  return {
    callKey: `${order.commissionId}:${meta["claudecode/toolUseId"]}`,
    signal: signal === undefined ? order.signal : AbortSignal.any([order.signal, signal]),
  };
}

function toResult({ text, isError }: ToolAnswer) {
  return { content: [{ type: "text" as const, text }], isError: isError === true };
}
