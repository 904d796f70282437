// Turns a value that foreign code has thrown into printable text. The value may be of any type and any length.
import { z } from "zod";

const maxCharacters = 2000;

export function thrownText(thrown: unknown): string {
  try {
    const issues = issuesOf.safeParse(thrown).data?.issues;
    // Despite the types, neither the message nor the thrown value has to be a string.
    const text = issues ? issueWords(issues) : String(thrown instanceof Error ? thrown.message : thrown);
    return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  } catch {
    return "something that cannot be printed";
  }
}

/**
 * The shape of a zod error, such as a toolbox throws when its settings are invalid. It is matched by its shape, because
 * a package may bring its own copy of zod.
 */
const issuesOf = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1),
});

type Issue = { path: readonly PropertyKey[]; message: string };

export function issueWords(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`))
    .join("; ");
}
