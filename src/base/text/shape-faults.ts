// Lists every mistake in a document written by hand, with its field and what was expected there.
import type { z } from "zod";
import { showValue } from "./show-value.ts";
import { suggest } from "./suggest.ts";

export interface ShapeFault {
  /** Dotted, as in the file: "guildHall.limits.maxTurns". Empty if it is about the whole. */
  field: string;
  message: string;
}

export interface Misread {
  error: z.ZodError;
  /** The keys allowed at the top. */
  known: readonly string[];
  /** The field at which the document stands; empty if it is the whole file. */
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

/** Describes the value found. Our own messages name it already. */
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
