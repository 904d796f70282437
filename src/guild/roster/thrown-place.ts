// Where in a package the code failed, for its author: the line of the package it came from.
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

/** Of code that does not parse. */
const placed = z.object({ position: z.object({ file: z.string(), line: z.number(), column: z.number() }) });

/** Of several mistakes in code that does not parse, the first: the message of them all only counts them. */
export function firstOf(thrown: unknown): unknown {
  try {
    const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : undefined;
    return placed.safeParse(first).success ? first : thrown;
  } catch {
    return thrown; // to look at it is to run its code
  }
}

/** The first line of the package itself, such as " (index.ts:3:9)"; empty where it cannot be told. */
export async function placeOf(thrown: unknown, entry: string): Promise<string> {
  try {
    // A package that is linked is loaded from where it truly lies.
    const below = `${dirname(await realpath(entry))}/`;
    const line = linesOf(thrown).find((text) => text.includes(below));
    const place = line && /^[^\s()]+:\d+:\d+/.exec(line.slice(line.indexOf(below) + below.length))?.[0];
    return place ? ` (${place})` : "";
  } catch {
    return "";
  }
}

function linesOf(thrown: unknown): string[] {
  const at = placed.safeParse(thrown).data?.position;
  if (at) return [`${at.file}:${at.line}:${at.column}`];
  return thrown instanceof Error ? (thrown.stack ?? "").split("\n") : [];
}
