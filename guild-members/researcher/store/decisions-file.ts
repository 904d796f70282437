// Reads and writes decisions.json, the judgement calls of a worker as a JSON list.
import { z } from "zod";
import type { Decision } from "../job.ts";

const decisions = z.array(z.object({ question: z.string(), decision: z.string(), reasoning: z.string() }));

/** Returns `undefined` if the file is broken. */
export function parseDecisions(file: string): Decision[] | undefined {
  try {
    return decisions.safeParse(JSON.parse(file)).data;
  } catch {
    return undefined;
  }
}

export function formatDecisions(list: readonly Decision[]): string {
  return `${JSON.stringify(list, null, 2)}\n`;
}
