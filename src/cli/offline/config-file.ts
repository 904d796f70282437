// Reads, checks and changes config.yaml in place for the command line, with or without a hall.
import { lstat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type ConfigChanged, changeConfigFile } from "../../store/config/change-file.ts";
import {
  type ConfigKey,
  describeKey,
  describeKeys,
  isGiven,
  mapKeysIn,
  valueAt,
} from "../../store/config/keys.ts";
import { mapKeyProblem } from "../../store/config/map-key.ts";
import { readConfigFile, readInForce } from "../../store/config/read.ts";
import { problemLine } from "../../store/config/say.ts";
import { withKeys } from "../../store/config/setting-keys.ts";
import { parseValue } from "../../store/config/value.ts";
import { type ConfigInForce, type ConfigProblem, isUnderMap } from "../../contract/home/config.ts";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Settings } from "../../contract/api/settings.ts";
import { systemDisk } from "../../host/files/disk.ts";
import type { Cli } from "../cli.ts";

export function configPath({ home }: Pick<Cli, "home">): string {
  return homeLayout(home).config;
}

export type CheckedConfig =
  { state: "absent" } | { state: "good"; given: string[] } | { state: "broken"; problems: ConfigProblem[] };

export async function checkConfigFile(
  { console }: Pick<Cli, "console">,
  file: string,
): Promise<CheckedConfig> {
  const found = await readConfigFile(systemDisk, resolve(console.directory, file));
  if (found.state === "absent") return found;
  const { parsed } = found;
  return parsed.ok ? { state: "good", given: parsed.given } : { state: "broken", problems: parsed.problems };
}

/** Reads the settings that the next hall would use. */
export async function readWithoutHall({
  home,
}: Pick<Cli, "home">): Promise<Settings | { ok: false; problems: ConfigProblem[] }> {
  const found = await readInForce(systemDisk, homeLayout(home));
  if ("ok" in found) return found;
  const { text: _text, ...inForce } = found;
  return withKeys(inForce);
}

/** Changes one key of config.yaml. `typed` is the value as it was typed; `undefined` removes the key. */
export async function changeConfig(
  cli: Pick<Cli, "home">,
  { key, typed }: { key: string; typed: string | undefined },
): Promise<ConfigChanged> {
  const path = configPath(cli);
  await systemDisk.makeDirectories(dirname(path));
  return changeConfigFile(systemDisk, {
    path,
    key,
    value: typed === undefined ? undefined : parseValue(key, typed),
  });
}

/** Refuses an invalid key below a map of named entries, such as `projects`. */
export function refuseKey(key: string | undefined): Refusal | null {
  const problem = key !== undefined && isUnderMap(key) ? mapKeyProblem(key) : null;
  if (problem === null) return null;
  return refuse(
    "usage",
    `<key> cannot be "${key}": ${problem}`,
    "docs/guide/configuration.md has a table of all keys.",
  );
}

export interface ShownKey extends ConfigKey {
  value: unknown;
  given: boolean;
}

type Values = Pick<ConfigInForce, "config" | "given">;

/** Returns all keys, the keys of one section, or one key. Empty if the name is unknown. */
export function keysToShow({ config, given }: Values, wanted?: string): ShownKey[] {
  const all = [...describeKeys(), ...mapKeysIn(config).map(describeKey)];
  const shown = all.filter(
    ({ key }) => wanted === undefined || key === wanted || key.startsWith(`${wanted}.`),
  );
  const [map, name] = wanted?.split(".") ?? [];
  const isUnset = shown.length === 0 && name !== undefined && valueAt(config, `${map}.${name}`) !== undefined;
  return (isUnset && wanted !== undefined ? [describeKey(wanted)] : shown).map((known) => ({
    ...known,
    default: known.default ?? null,
    value: shownValue(valueAt(config, known.key)),
    given: isGiven(given, known.key),
  }));
}

/** Leaves out empty inner objects, so that an entry that sets nothing is shown empty. */
function shownValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value ?? null;
  const full = Object.entries(value).filter(([, inner]) => JSON.stringify(inner) !== "{}");
  return Object.fromEntries(full);
}

/** Returns true if config.yaml is a symlink: then a running hall sees a change only at its next start. */
export async function isBehindLink({ home }: Pick<Cli, "home">): Promise<boolean> {
  return (await lstat(configPath({ home })).catch(() => undefined))?.isSymbolicLink() === true;
}

export function problemLines(file: string, problems: readonly ConfigProblem[]): string[] {
  return problems.map((problem) => problemLine(file, problem));
}
