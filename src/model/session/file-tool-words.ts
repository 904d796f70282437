// Adds words to the conversation when the worker calls a tool that names a file. They reach the model together
// with the answer of the call, whether it succeeds or not.
import type {
  HookCallbackMatcher,
  HookInput,
  HookJSONOutput,
  Options,
} from "@anthropic-ai/claude-agent-sdk/core";

export interface FileToolWords {
  tools: readonly string[];
  /** The most texts that one call may bring. */
  mostTexts: number;
  /** Returns the texts for one call, each at most 9000 characters long. They are recorded before this resolves. */
  textsFor(call: { callId: string; tool: string; input: unknown }): Promise<readonly string[]>;
}

/** `claude` puts the text of a hook into a file if it has more than 10,000 characters, so each text has its own hook. */
export function hooksFor(words: FileToolWords): NonNullable<Options["hooks"]> {
  const asked = new Map<string, Promise<readonly string[]>>();
  const textsFor = (call: Parameters<FileToolWords["textsFor"]>[0]) => {
    const texts = asked.get(call.callId) ?? words.textsFor(call);
    asked.set(call.callId, texts);
    return texts;
  };
  const matcher: HookCallbackMatcher = {
    matcher: words.tools.join("|"),
    hooks: Array.from({ length: words.mostTexts }, (_, at) => (input) => addText(input, { at, textsFor })),
  };
  return { PreToolUse: [matcher] };
}

interface Adding {
  /** Which of the texts. */
  at: number;
  textsFor: FileToolWords["textsFor"];
}

async function addText(input: HookInput, { at, textsFor }: Adding): Promise<HookJSONOutput> {
  if (input.hook_event_name !== "PreToolUse") return {};
  const { tool_use_id: callId, tool_name: tool, tool_input: given } = input;
  const text = (await textsFor({ callId, tool, input: given }))[at];
  return text === undefined
    ? {}
    : { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: text } };
}
