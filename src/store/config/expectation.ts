// Describes in words which values each key of config.yaml accepts, from the contract's schema.
import { z } from "zod";
import { hallConfig } from "../../contract/home/config.ts";

/** The parts of a JSON Schema that the contract's keys use. */
export interface KeySchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: KeySchema;
  anyOf?: KeySchema[];
  properties?: Record<string, KeySchema>;
  required?: string[];
  /** The schema of the entries of a map: a section whose keys are names that a person chose. */
  additionalProperties?: KeySchema | boolean;
}

let known: KeySchema | undefined;

/** Returns the JSON Schema of config.yaml. It is cached, because every read of the file needs it. */
export function configSchema(): KeySchema {
  return (known ??= z.toJSONSchema(hallConfig, { io: "input" }) as KeySchema);
}

/** Returns the schema of a key; `undefined` if the contract has no such key. */
export function schemaAt(schema: KeySchema, path: readonly PropertyKey[]): KeySchema | undefined {
  return path.reduce<KeySchema | undefined>(
    (at, key) => (typeof key === "number" ? at?.items : at && childOf(sectionOf(at), String(key))),
    schema,
  );
}

/**
 * Returns the section's schema if a value may be either a string or a section; otherwise the schema
 * unchanged.
 */
export function sectionOf(schema: KeySchema): KeySchema {
  return schema.anyOf?.find(isSection) ?? schema;
}

export function isSection(schema: KeySchema): boolean {
  return schema.properties !== undefined || entryOf(schema) !== undefined;
}

/** Returns the schema of a map's entries; `undefined` if the keys are fixed. */
export function entryOf({ additionalProperties }: KeySchema): KeySchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

export function childOf(section: KeySchema, key: string): KeySchema | undefined {
  const { properties = {} } = section;
  return Object.hasOwn(properties, key) ? properties[key] : entryOf(section);
}

export function expectation(schema: KeySchema): string {
  if (schema.anyOf) return schema.anyOf.map(expectation).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (isSection(schema)) return "a section with keys and values";
  if (schema.type === "null") return "null";
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "integer") return `a whole number ${range(schema)}`;
  if (schema.type === "number") return `a number ${range(schema)}`;
  if (schema.type === "array") return `a list of at most ${schema.maxItems} texts`;
  return schema.type === "string" ? `a text of at most ${schema.maxLength} characters` : "any value";
}

function range({ minimum, exclusiveMinimum, maximum }: KeySchema): string {
  return exclusiveMinimum === undefined
    ? `from ${minimum} to ${maximum}`
    : `above ${exclusiveMinimum}, at most ${maximum}`;
}
