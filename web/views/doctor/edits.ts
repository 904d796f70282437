// Handles the unsaved edits of the settings. Pure.
import type { SettingKey, Settings } from "../../../src/contract/api/settings.ts";

/** By key, as typed; `null` resets a setting to its default. */
export type Edits = Readonly<Record<string, string | null>>;

export interface EditedSetting {
  key: string;
  value?: unknown;
}

/** Drops the edits that were saved. Keeps what was typed after the save was sent. */
export function withoutSaved(edits: Edits, saved: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key, text]) => saved[key] !== text));
}

/**
 * Drops edits that equal the value in force, and edits of unknown settings. Returns the same object if none is dropped.
 */
export function withoutInForce(edits: Edits, { keys, config }: Pick<Settings, "keys" | "config">): Edits {
  const isEdit = ([key, text]: [string, string | null]) => {
    const setting = keys.find((each) => each.key === key);
    if (!setting) return false;
    return text === null ? setting.given : text !== typed(valueAt(config, key));
  };
  const entries = Object.entries(edits);
  const left = entries.filter(isEdit);
  return left.length === entries.length ? edits : Object.fromEntries(left);
}

/** Validates stored edits, because they may be from another release. */
export function parseEdits(kept: string | null): Edits {
  try {
    const given: unknown = JSON.parse(kept ?? "{}");
    if (typeof given !== "object" || given === null) return {};
    return Object.fromEntries(
      Object.entries(given).filter(([, text]) => text === null || typeof text === "string"),
    );
  } catch {
    return {};
  }
}

/** Formats a value the way a person types it. */
export function typed(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : `${value as string | number | boolean}`;
}

/** Returns the change to send, or what is wrong with the edit. */
export function changeOf(setting: SettingKey, text: string | null): EditedSetting | { wrong: string } {
  const { key, type } = setting;
  if (text === null) return { key };
  const trimmed = text.trim();
  if (trimmed === "" && type !== "list" && type !== "text")
    return setting.nullable ? { key, value: null } : { wrong: setting.expects };
  if (type === "integer" || type === "number") return figure(setting, Number(trimmed));
  if (type === "boolean") return { key, value: trimmed === "true" };
  if (type === "list")
    return {
      key,
      value:
        trimmed === ""
          ? []
          : trimmed
              .split("\n")
              .map((line) => line.trim())
              .filter(Boolean),
    };
  return { key, value: trimmed };
}

function figure(
  { key, type, min, max, aboveMin, expects }: SettingKey,
  value: number,
): EditedSetting | { wrong: string } {
  const isSound =
    Number.isFinite(value) &&
    (type === "number" || Number.isInteger(value)) &&
    (min === null || (aboveMin ? value > min : value >= min)) &&
    (max === null || value <= max);
  return isSound ? { key, value } : { wrong: expects };
}

/** Returns a value of the settings by its dotted key. */
export function valueAt(config: unknown, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>(
      (at, part) =>
        typeof at === "object" && at !== null ? (at as Record<string, unknown>)[part] : undefined,
      config,
    );
}

/** Groups settings by their section of the file, in its order. */
export function grouped(keys: readonly SettingKey[]): [string, SettingKey[]][] {
  return [...Map.groupBy(keys, ({ key }) => (key.includes(".") ? (key.split(".")[0] ?? "") : ""))];
}
