// What somebody else's code has thrown, in words that can be shown: anything may be thrown, at any length.
import { z } from "zod";

const maxCharacters = 2000;

export function thrownText(thrown: unknown): string {
  try {
    const issues = issuesOf.safeParse(thrown).data?.issues;
    // Neither a message nor what else is thrown has to be a text, whatever the types say.
    const text = issues ? issueWords(issues) : String(thrown instanceof Error ? thrown.message : thrown);
    return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  } catch {
    return "something that cannot be printed";
  }
}

/** Of any copy of zod, so known by its marks: what a toolbox throws whose settings do not fit. */
const issuesOf = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1),
});

type Issue = { path: readonly PropertyKey[]; message: string };

export function issueWords(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`))
    .join("; ");
}
