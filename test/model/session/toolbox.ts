// A toolbox that remembers how it was called.
import { z } from "zod";
import type { Toolbox, ToolAnswer, ToolCall, ToolDefinition } from "../../../src/contract/kit/index.ts";

export interface NoteBox extends Toolbox {
  calls: { text: string; callKey: string; signal: AbortSignal }[];
}

export function createNoteBox(answer: (text: string) => Promise<ToolAnswer> = noted): NoteBox {
  const calls: NoteBox["calls"] = [];
  const handle = async (input: Record<string, unknown>, call: ToolCall): Promise<ToolAnswer> => {
    const text = String(input["text"]);
    calls.push({ text, ...call });
    return answer(text);
  };
  return {
    name: "base",
    calls,
    tools: [{ name: "note", description: "Takes a note.", input: { text: z.string() }, handle }],
  };
}

async function noted(text: string): Promise<ToolAnswer> {
  return { text: `noted ${text}` };
}

export const note = (text: string) => ({ tool: "mcp__base__note", input: { text } });

/** Stands in for the built-in of this name. */
export function createPageTool(): ToolDefinition {
  const handle = async (input: Record<string, unknown>) => ({ text: `the page at ${String(input["url"])}` });
  return { name: "WebFetch", description: "Our own words.", input: { url: z.string() }, handle };
}
