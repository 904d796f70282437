// Who the worker is and how it works. This is the file to change in a copy of this member.
import { internalName, type ReadTool } from "./tool-names.ts";

export interface PromptOrder {
  tools: readonly ReadTool[];
  /** What earlier jobs noted, quoted; empty when there is nothing. */
  memories: string;
}

export function systemPrompt({ memories }: PromptOrder): string {
  return [role, internalName("submit_result"), memories].filter((part) => part !== "").join("\n\n");
}

const role = `# Role

You are a researcher.`;
