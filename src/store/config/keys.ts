// Every key of config.yaml with its value, default and meaning: those that are fixed, and those under a name that the
// person chose.
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
  /** undefined: there is none, as for what is there only when somebody names it. */
  default: unknown;
  summary: string;
  /** What may stand there. */
  expects: string;
  isList: boolean;
}

/** The fixed ones. */
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

/** What can stand in the maps, with marks in the place of names: "checks.<name>.command". */
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

/** The keys that the maps hold, in a file or in what was made of it. An entry that sets nothing counts as one. */
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
  // A text in the place of a section stands for the one thing the section must have.
  if (typeof value === "string" && section !== schema) return [`${path}.${section.required?.[0] ?? ""}`];
  if (!isSection(section)) return [path];
  return childrenOf(value).flatMap(([key, inner]) =>
    keysBelow(inner, { schema: childOf(section, key) ?? {}, path: `${path}.${key}` }),
  );
}

function childrenOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Whether something is set at this key, or below it. */
export function isGiven(given: readonly string[], key: string): boolean {
  return given.some((each) => each === key || each.startsWith(`${key}.`));
}

/** The value of a dotted key, or the section of that name. */
export function valueAt(config: HallConfig, key: string): unknown {
  return key.split(".").reduce<unknown>(ownValue, config);
}

/** Never what every object has by itself: a project may be called "constructor". */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
