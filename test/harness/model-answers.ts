// Builds answers of the Messages API as the text of an event stream.
import { sse } from "../model/gateway/support.ts";

export interface ToolCall {
  tool: string;
  input: object;
}

export function toolAnswer({ tool, input }: ToolCall): string {
  const usage = { input_tokens: 100, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5-5", content: [] };
  const call = { type: "tool_use", id: `toolu_${tool}`, name: tool, input: {} };
  return sse([
    { type: "message_start", message: { ...message, stop_reason: null, usage } },
    { type: "content_block_start", index: 0, content_block: call },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ]);
}

export const progressAnswer = toolAnswer({
  tool: "mcp__commission__report_progress",
  input: { summary: "Begun." },
});

export const submitAnswer = toolAnswer({
  tool: "mcp__commission__submit_result",
  input: { summary: "Found it.", output: "# Answer" },
});

/** Returns the tools that a request offers, without the placeholder that the SDK adds. */
export function toolsIn(body: string): string[] {
  const { tools = [] } = JSON.parse(body) as { tools?: { name: string }[] };
  return tools.map(({ name }) => name).filter((name) => name !== "DeferredToolPlaceholder");
}
