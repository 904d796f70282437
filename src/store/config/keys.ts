// Describes every key of config.yaml with its default, its meaning and the values it accepts: fixed keys, and keys
// below a name that the person chose, such as "projects.acme.path".
import { configKeys, configMaps, defaultConfig, type HallConfig } from "../../contract/home/config.ts";
import {
  childOf,
  configSchema,
  entryOf,
  expectation,
  isSection,
  type KeySchema,
  schemaAt,
  sectionOf,
} from "./expectation.ts";

export interface ConfigKey {
  key: string;
  /** `undefined` if the key has no default. */
  default: unknown;
  summary: string;
  /** The accepted values, in words. */
  expects: string;
  isList: boolean;
}

/** Describes the fixed keys. */
export function describeKeys(): ConfigKey[] {
  return configKeys.map((key) => ({ ...describeKey(key), default: valueAt(defaultConfig, key) }));
}

export function describeKey(key: string): ConfigKey {
  const at: KeySchema = schemaAt(configSchema(), key.split(".")) ?? {};
  return {
    key,
    default: at.default,
    summary: at.description ?? "",
    expects: expectation(at),
    isList: at.type === "array",
  };
}

/** Returns the keys below names that a person chooses, with placeholders for the names: "checks.<name>.command". */
export function mapPatterns(): string[] {
  return configMaps.flatMap((map) => patternsOf(childOf(configSchema(), map) ?? {}, [map]));
}

function patternsOf(schema: KeySchema, path: readonly string[]): string[] {
  const section = sectionOf(schema);
  const itself = isSection(schema) ? [] : [path.join(".")];
  const entry = entryOf(section);
  const mark = path.length === 1 ? "<name>" : "<key>";
  return [
    ...itself,
    ...Object.entries(section.properties ?? {}).flatMap(([key, at]) => patternsOf(at, [...path, key])),
    ...(entry ? patternsOf(entry, [...path, mark]) : []),
  ];
}

/**
 * Returns the keys that are set below names that a person chose, in a file or a parsed configuration. A name below
 * which nothing is set counts as one key.
 */
export function mapKeysIn(data: unknown): string[] {
  return configMaps.flatMap((map) => {
    const entry = entryOf(childOf(configSchema(), map) ?? {}) ?? {};
    return childrenOf(ownValue(data, map)).flatMap(([name, value]) => {
      const keys = keysBelow(value, { schema: entry, path: `${map}.${name}` });
      return keys.length > 0 ? keys : [`${map}.${name}`];
    });
  });
}

function keysBelow(value: unknown, { schema, path }: { schema: KeySchema; path: string }): string[] {
  const section = sectionOf(schema);
  // A plain string in place of a section is the value of the section's required key.
  if (typeof value === "string" && section !== schema) return [`${path}.${section.required?.[0] ?? ""}`];
  if (!isSection(section)) return [path];
  return childrenOf(value).flatMap(([key, inner]) =>
    keysBelow(inner, { schema: childOf(section, key) ?? {}, path: `${path}.${key}` }),
  );
}

function childrenOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Returns true if this key, or one below it, is set. */
export function isGiven(given: readonly string[], key: string): boolean {
  return given.some((each) => each === key || each.startsWith(`${key}.`));
}

/** Returns the value of a dotted key, or the section of that name. */
export function valueAt(config: HallConfig, key: string): unknown {
  return key.split(".").reduce<unknown>(ownValue, config);
}

/** Ignores inherited properties: a project may be called "constructor". */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
