// Measures what a worker's first request carries before the task: the system prompt and the tool definitions.
import { z } from "zod";

const request = z.object({ system: z.unknown(), tools: z.array(z.unknown()).default([]) });

export interface PromptBytes {
  system: number;
  tools: number;
  all: number;
}

export function promptBytes(body: string): PromptBytes {
  const { system, tools } = request.parse(JSON.parse(body));
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  return { system: bytes(system), tools: bytes(tools), all: bytes(system) + bytes(tools) };
}

export const researchersPrompt = "researcher's prompt and tools";
/** The same with a shell, where workers run in a sandbox. */
export const implementersPrompt = "implementer's prompt and tools";
