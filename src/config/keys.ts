// Every key of config.yaml with its value, default and meaning.
import { configKeys, defaultConfig, type HallConfig } from "../contract/config.ts";
import { configSchema, expectation, type KeySchema, schemaAt } from "./expectation.ts";

export interface ConfigKey {
  key: string;
  default: unknown;
  summary: string;
  /** What may stand there. */
  expects: string;
  isList: boolean;
}

export function describeKeys(): ConfigKey[] {
  const schema = configSchema();
  return configKeys.map((key) => {
    const at: KeySchema = schemaAt(schema, key.split(".")) ?? {};
    const { description: summary = "" } = at;
    return {
      key,
      default: valueAt(defaultConfig, key),
      summary,
      expects: expectation(at),
      isList: at.type === "array",
    };
  });
}

/** The value of a dotted key, or the section of that name. */
export function valueAt(config: HallConfig, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], config);
}
