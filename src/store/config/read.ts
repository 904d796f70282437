// Reads the hall's configuration from disk: config.yaml; if that is broken, the last good version of it; if there is no
// config.yaml, the defaults.
import { messageOf } from "../../base/text/message-of.ts";
import {
  type ConfigInForce,
  type ConfigProblem,
  defaultConfig,
  type HallConfig,
} from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { broken, type BrokenConfig, type GoodConfig, maxConfigCharacters, parseConfig } from "./parse.ts";

type Place = Pick<HomeLayout, "config" | "lastGoodConfig">;

export interface InForce extends ConfigInForce {
  /** The text that the values come from; `null` for the defaults. */
  text: string | null;
}

export type ConfigFile =
  { state: "absent" } | { state: "there"; text: string; parsed: GoodConfig | BrokenConfig };

/** Reads and parses the file. Never throws: a file that cannot be read counts as broken. */
export async function readConfigFile(
  disk: Pick<Disk, "readText" | "sizeOf">,
  path: string,
): Promise<ConfigFile> {
  try {
    const size = await disk.sizeOf(path);
    if (size !== undefined && size > 4 * maxConfigCharacters)
      return { state: "there", text: "", parsed: broken(`The file is too large: it has ${size} bytes.`) };
    const text = await disk.readText(path);
    return text === undefined ? { state: "absent" } : { state: "there", text, parsed: parseConfig(text) };
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return { state: "absent" };
    const reason = messageOf(error);
    return { state: "there", text: "", parsed: broken(`The file cannot be read: ${reason}.`) };
  }
}

/** Returns the configuration, or the problems of config.yaml if it is broken and no good version of it was saved. */
export async function readInForce(disk: Disk, place: Place): Promise<InForce | BrokenConfig> {
  const file = await readConfigFile(disk, place.config);
  const found = inForceOf(place, file);
  if (!("ok" in found)) return found;
  const last = await readConfigFile(disk, place.lastGoodConfig);
  const old = inForceOf(place, last);
  return "ok" in old || old.text === null ? found : { ...old, from: "last-good", problems: found.problems };
}

export function inForceOf(
  { config: file }: Pick<Place, "config">,
  found: ConfigFile,
): InForce | BrokenConfig {
  const problems: ConfigProblem[] = [];
  if (found.state === "absent")
    return { file, from: "defaults", config: defaultConfig, given: [], problems, text: null };
  const { parsed, text } = found;
  return parsed.ok
    ? { file, from: "file", config: parsed.config, given: parsed.given, problems, text }
    : parsed;
}

/**
 * Reads the configuration for a workbench. If no version of the file is good, uses the defaults, as a running
 * hall does.
 */
export async function readForWorkbench(disk: Disk, place: Place): Promise<HallConfig> {
  for (const path of [place.config, place.lastGoodConfig]) {
    const found = await readConfigFile(disk, path);
    if (found.state === "absent") break;
    if (found.parsed.ok) return found.parsed.config;
  }
  return defaultConfig;
}
