// Describes every fixed key of config.yaml for a form in which a person edits the settings.
import { type ConfigInForce, configKeys, defaultConfig } from "../../contract/home/config.ts";
import type { SettingKey, Settings } from "../../contract/api/settings.ts";
import { configSchema, expectation, type KeySchema, schemaAt } from "./expectation.ts";
import { isGiven, valueAt } from "./keys.ts";

export function withKeys(inForce: ConfigInForce): Settings {
  return { ...inForce, keys: configKeys.map((key) => settingKeyOf(key, inForce)) };
}

function settingKeyOf(key: string, { given }: Pick<ConfigInForce, "given">): SettingKey {
  const schema: KeySchema = schemaAt(configSchema(), key.split(".")) ?? {};
  return {
    key,
    description: schema.description ?? "",
    ...formOf(schema),
    default: valueAt(defaultConfig, key),
    expects: expectation(schema),
    given: isGiven(given, key),
    holdsFrom: holdsFrom(key),
  };
}

type Form = Pick<SettingKey, "type" | "nullable" | "min" | "max" | "aboveMin" | "choices">;

function formOf(schema: KeySchema): Form {
  const { anyOf } = schema;
  const nullable = anyOf?.some(({ type }) => type === "null") ?? false;
  const own = anyOf?.find(({ type }) => type !== "null") ?? schema;
  const { enum: choices, minimum, exclusiveMinimum, maximum, maxItems, maxLength, const: only } = own;
  const fixed = typeof only === "number" ? only : undefined;
  return {
    type: typeOf(own),
    nullable,
    min: minimum ?? exclusiveMinimum ?? fixed ?? null,
    max: maximum ?? maxItems ?? maxLength ?? fixed ?? null,
    aboveMin: exclusiveMinimum !== undefined,
    choices: choices?.map(String) ?? null,
  };
}

function typeOf({ type, enum: choices }: KeySchema): SettingKey["type"] {
  if (choices) return "choice";
  if (type === "integer" || type === "number" || type === "boolean") return type;
  return type === "array" ? "list" : "text";
}

/** Matches the keys whose values are read when work starts: a change applies only to new work. */
const ofWorkbenches = /^(limits|fetch)\.|^sandbox\.readOnly$|^memory\.capTokens$/;

function holdsFrom(key: string): SettingKey["holdsFrom"] {
  if (key === "members.slots") return "member-start";
  return ofWorkbenches.test(key) ? "new-work" : "now";
}
