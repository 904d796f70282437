// Finds the place in a package's code at which it failed, so that its author can find it.
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

/** The shape of the error that is thrown for code that does not parse. */
const placed = z.object({ position: z.object({ file: z.string(), line: z.number(), column: z.number() }) });

/** Returns the first of several parse errors, because the message of the aggregate only counts them. */
export function firstOf(thrown: unknown): unknown {
  try {
    const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : undefined;
    return placed.safeParse(first).success ? first : thrown;
  } catch {
    return thrown; // inspecting the value may run the package's code
  }
}

/**
 * Returns the first place of the error that is in the package itself, such as " (index.ts:3:9)"; empty if it is
 * unknown.
 */
export async function placeOf(thrown: unknown, entry: string): Promise<string> {
  try {
    // A linked package is loaded from its real path.
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
