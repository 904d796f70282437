// Describes what is wrong with the values of a config.yaml, in words a person can act on.
import type { z } from "zod";
import { configKeys, configMaps } from "../../contract/home/config.ts";
import { showValue } from "../../base/text/show-value.ts";
import { suggest } from "../../base/text/suggest.ts";
import { configSchema, expectation, schemaAt, sectionOf, type KeySchema } from "./expectation.ts";

export interface Complaint {
  path: readonly PropertyKey[];
  message: string;
}

type Issue = z.core.$ZodIssue;

export function complaintsOf(data: unknown, issues: readonly Issue[]): Complaint[] {
  const newer = newerVersion(data);
  if (newer) return [newer]; // anything else unknown may have been added by that version
  return issues.flatMap((issue) => complaintOf(data, issue));
}

function complaintOf(data: unknown, issue: Issue): Complaint[] {
  const schema = configSchema();
  if (issue.code === "unrecognized_keys") return unknownKeys(issue, schema);
  if (issue.code === "invalid_key") return [wrongName(issue)];
  // The value may be a string or a section. The person wrote a section, so the mistake is inside it.
  if (issue.code === "invalid_union" && isObject(valueAt(data, issue.path)))
    return (issue.errors.at(-1) ?? []).flatMap((inner) =>
      complaintOf(data, { ...inner, path: [...issue.path, ...inner.path] }),
    );
  return [wrongValue(issue, { data, schema })];
}

/** Reports the name `__proto__` among names that a person chose, because zod skips it silently. */
export function unseenNames(data: unknown): Complaint[] {
  const maps = [
    ...configMaps.map((map) => [map]),
    ...Object.keys(Object(valueAt(data, ["toolboxes"]))).map((name) => ["toolboxes", name]),
  ];
  return maps.flatMap((path) => {
    const value = valueAt(data, path);
    const isThere = isObject(value) && Object.hasOwn(value, "__proto__");
    return isThere ? [{ path: [...path, "__proto__"], message: "this name cannot be used" }] : [];
  });
}

function wrongName({ path, issues }: Extract<Issue, { code: "invalid_key" }>): Complaint {
  return {
    path,
    message: `${issues[0]?.message ?? "the name cannot be used"}; found ${showValue(path.at(-1))}`,
  };
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
  const known = Object.keys(sectionOf(schemaAt(schema, path) ?? {}).properties ?? {});
  return keys.map((key) => ({
    path: [...path, key],
    message: `there is no such key.${meant(key, known) ?? ` Known here: ${known.join(", ")}.`}`,
  }));
}

/** Suggests a similar key here, or the same key in another section. */
function meant(key: string, known: readonly string[]): string | undefined {
  const near = suggest(key, known) ?? configKeys.find((other) => other.split(".").at(-1) === key);
  return near === undefined ? undefined : ` Did you mean "${near}"?`;
}

function wrongValue(
  { path, message, code }: Issue,
  { data, schema }: { data: unknown; schema: KeySchema },
): Complaint {
  const at = schemaAt(schema, path);
  // The message about the format of a string is in the contract; the JSON Schema does not have it.
  const isOurs = code === "invalid_format" || code === "custom" || at === undefined;
  return {
    path,
    message: `${isOurs ? message : `expected ${expectation(at)}`}; found ${showValue(valueAt(data, path))}`,
  };
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

export function dotted(path: Complaint["path"]): string {
  const parts = path.map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${String(key)}`));
  return parts.join("").replace(/^\./, "");
}
