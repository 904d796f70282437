// What is wrong with the values of a config.yaml, in words a person can act on.
import type { z } from "zod";
import { configKeys } from "../contract/config.ts";
import { suggest } from "../rules/suggest.ts";
import { configSchema, expectation, schemaAt, type KeySchema } from "./expectation.ts";

export interface Complaint {
  path: readonly PropertyKey[];
  message: string;
}

type Issue = z.core.$ZodIssue;

export function complaintsOf(data: unknown, issues: readonly Issue[]): Complaint[] {
  const newer = newerVersion(data);
  if (newer) return [newer]; // what else is unknown may be what that version added
  const schema = configSchema();
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? unknownKeys(issue, schema) : [wrongValue(issue, { data, schema })],
  );
}

function newerVersion(data: unknown): Complaint | undefined {
  const version = valueAt(data, ["version"]);
  if (!Number.isInteger(version) || (version as number) <= 1) return undefined;
  const message = `the file has version ${String(version)}; this release knows version 1. Install a newer guild-hall.`;
  return { path: ["version"], message };
}

function unknownKeys(
  { path, keys }: Extract<Issue, { code: "unrecognized_keys" }>,
  schema: KeySchema,
): Complaint[] {
  const known = Object.keys(schemaAt(schema, path)?.properties ?? {});
  return keys.map((key) => ({
    path: [...path, key],
    message: `there is no such key.${meant(key, known) ?? ` Known here: ${known.join(", ")}.`}`,
  }));
}

/** A slip of the finger, or a good key in the wrong section. */
function meant(key: string, known: readonly string[]): string | undefined {
  const near = suggest(key, known) ?? configKeys.find((other) => other.split(".").at(-1) === key);
  return near === undefined ? undefined : ` Did you mean "${near}"?`;
}

function wrongValue(
  { path, message, code }: Issue,
  { data, schema }: { data: unknown; schema: KeySchema },
): Complaint {
  const at = schemaAt(schema, path);
  // Only the contract knows what a text has to look like.
  const expected = code === "invalid_format" || at === undefined ? message : `expected ${expectation(at)}`;
  return { path, message: `${expected}; found ${found(valueAt(data, path))}` };
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

const shownCharacters = 40;

function found(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "a section";
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
