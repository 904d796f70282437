// Lists every mistake in a document that was written by hand, such as a manifest: the field, and what was expected
// there.
import type { z } from "zod";
import { showValue } from "./show-value.ts";
import { suggest } from "./suggest.ts";

export interface ShapeFault {
  /**
   * The path of the field in the file, such as "guildHall.limits.maxTurns". Empty if the fault is about the whole file.
   */
  field: string;
  message: string;
}

export interface Misread {
  error: z.ZodError;
  /** The keys that are allowed at the top level of the document. */
  known: readonly string[];
  /** The path of the field that holds the document in its file; empty if the document is the whole file. */
  at: string;
}

export function shapeFaults(data: unknown, { error, known, at }: Misread): ShapeFault[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownKey([...issue.path, key], { known, at }))
      : [{ field: dotted(issue.path, at), message: `${issue.message}${instead(data, issue)}` }],
  );
}

function unknownKey(
  path: readonly PropertyKey[],
  { known, at }: { known: readonly string[]; at: string },
): ShapeFault {
  const near = path.length === 1 ? suggest(String(path[0]).slice(0, 64), known) : undefined;
  const here = path.length === 1 ? ` Known here: ${known.join(", ")}.` : "";
  return {
    field: dotted(path, at),
    message: `there is no such key.${near === undefined ? here : ` Did you mean "${near}"?`}`,
  };
}

/**
 * Returns words for the value that was found, to be added to the message. Our own messages ("custom") already name the
 * value, unless it is missing.
 */
function instead(data: unknown, issue: z.core.$ZodIssue): string {
  let value: unknown = data;
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  if (value === undefined) return "; it is missing";
  if (issue.code === "custom") return "";
  const known = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const near = typeof value === "string" ? suggest(value.slice(0, 64), known) : undefined;
  return `; found ${showValue(value)}${near === undefined ? "" : `. Did you mean "${near}"?`}`;
}

/** Cuts each key, because a key from outside may have any length. */
function dotted(path: readonly PropertyKey[], at: string): string {
  const parts = path.map((key) =>
    typeof key === "number" ? `[${key + 1}]` : `.${String(key).slice(0, 64)}`,
  );
  const field = `${at}${parts.join("")}`;
  return field.startsWith(".") ? field.slice(1) : field;
}

export function faultText({ field, message }: ShapeFault): string {
  return field === "" ? message : `${field}: ${message}`;
}
