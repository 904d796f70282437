// Checks a value against a schema of the contract and says in a sentence what is wrong and where.
import type { z } from "zod";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";

const shownIssues = 3;
const shownCharacters = 200;

export function parseShape<S extends z.ZodType>(schema: S, value: unknown): Outcome<z.output<S>> {
  const parsed = schema.safeParse(value);
  return parsed.success ? done(parsed.data) : refuse("bad_shape", describe(parsed.error.issues));
}

/** Parses query parameters, which are strings. Each may be given once. */
export function parseQuery<S extends z.ZodType>(schema: S, search: URLSearchParams) {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of search) {
    if (name in values) return refuse("bad_shape", `The query names ${quote(name)} more than once.`);
    values[name] = value;
  }
  return parseShape(schema, { ...values });
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  const shown = issues.slice(0, shownIssues).map(describeIssue).join("; ");
  const more = issues.length - shownIssues;
  return more > 0 ? `${shown}; and ${more} more` : shown;
}

/** Describes one mistake. Names and messages may repeat text from outside, so each is cut short. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.length === 0 ? "The request" : quote(issue.path.join("."));
  return `${where}: ${cut(issue.message.replace(/^Invalid input: /, ""))}`;
}

function quote(name: string): string {
  return `"${cut(name)}"`;
}

function cut(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
