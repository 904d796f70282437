// Helpers to write a tool down with its input typed.
import { z } from "zod";
import type { ToolDefinition } from "../../contract/kit/index.ts";

/** Keeps the input's type for the handler; a toolbox holds tools of many input types in one list. */
export function defineTool<Shape extends z.ZodRawShape>(tool: ToolDefinition<Shape>): ToolDefinition {
  return tool;
}

const maxWords = 20_000;

/** A non-empty text of a length that a person could read. */
export function words(description: string): z.ZodString {
  return z.string().trim().min(1).max(maxWords).describe(description);
}
