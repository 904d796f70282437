// Turns messages of `claude` into facts for the journal, without side effects.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { Block, InitMessage, SpokenMessage } from "./messages.ts";

/** Enough to follow the work; the full text is in the transcript. */
export const maxFactCharacters = 16_384;

export function factOfInit(init: InitMessage, sandbox: SandboxLevel): CourseFact {
  return {
    type: "session.started",
    sessionId: init.session_id,
    model: init.model,
    tools: init.tools,
    sandbox,
    permissionMode: init.permissionMode,
  };
}

export function factsOfMessage(spoken: SpokenMessage): CourseFact[] {
  // `claude` presents its own messages, such as "API Error: ...", as messages of the model.
  if (spoken.message.model === "<synthetic>") return [];
  return spoken.message.content.flatMap((block) => factOfBlock(spoken.type, block) ?? []);
}

function factOfBlock(speaker: SpokenMessage["type"], block: Block): CourseFact | undefined {
  if (speaker === "assistant" && block.type === "text")
    return block.text.trim() === "" ? undefined : { type: "session.said", text: clip(block.text) };
  if (speaker === "assistant" && block.type === "tool_use")
    return { type: "tool.called", callId: block.id, tool: block.name, input: clip(asJson(block.input)) };
  if (speaker === "user" && block.type === "tool_result")
    return {
      type: "tool.returned",
      callId: block.tool_use_id,
      isError: block.is_error === true,
      output: clip(asText(block.content)),
    };
  return undefined;
}

function asJson(input: unknown): string {
  return JSON.stringify(input) ?? "null";
}

function asText(content: (Block & { type: "tool_result" })["content"]): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return content.map((part) => part.text ?? `[${part.type}]`).join("\n");
}

/** Cuts a text between characters, never inside one, and says how much is missing. */
export function clip(text: string, max = maxFactCharacters): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
  return `${text.slice(0, end)}\n[${text.length - end} more characters were cut here]`;
}
