// Checks whether a dotted key can be set: a fixed key, or a key below a name that the person chose.
import { configKeys, configMaps, configSections, isUnderMap } from "../../contract/home/config.ts";
import { suggest } from "../../base/text/suggest.ts";
import { mapKeyProblem } from "./map-key.ts";

/** Returns what is wrong with the key; `null` if it can be set. */
export function keyProblem(key: string): string | null {
  if (configKeys.includes(key)) return null;
  if (isUnderMap(key)) return mapKeyProblem(key);
  const inside = [...configKeys.filter((known) => known.startsWith(`${key}.`)), ...nameIn(key)];
  if (configSections.includes(key)) return `expected a key in this section, such as ${inside[0]}.`;
  const near = suggest(key, configKeys);
  return `there is no such key.${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}

function nameIn(key: string): string[] {
  return configMaps.some((map) => map === key) ? [`${key}.NAME`] : [];
}
