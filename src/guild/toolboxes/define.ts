// Provides helpers for defining a tool with a typed input.
import { z } from "zod";
import type { ToolDefinition } from "../../contract/kit/index.ts";

/**
 * Checks the handler against the type of the input, then drops that type, because a toolbox holds tools of many input
 * types in one list.
 */
export function defineTool<Shape extends z.ZodRawShape>(tool: ToolDefinition<Shape>): ToolDefinition {
  return tool;
}

const maxWords = 20_000;

/** Returns the schema of a string that is not empty and not longer than a person would read. */
export function words(description: string): z.ZodString {
  return z.string().trim().min(1).max(maxWords).describe(description);
}
