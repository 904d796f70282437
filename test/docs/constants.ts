// Reads number constants out of the source, so that a test can compare a document with one that is not exported.
import { readFileSync } from "node:fs";

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 };

/** Returns the number behind `NAME = 4 * 1_024;` or `NAME: 30_000,`, or the first `.default(512)` after `NAME:`. */
export function constantIn(path: string, name: string): number {
  const source = readFileSync(path, "utf8");
  const found =
    new RegExp(`(?:\\b|\\\\t)${name}\\s*[=:]\\s*(\\d[\\w. *]*)[,;\\n}"]`).exec(source)?.[1] ??
    new RegExp(`\\b${name}:[^;]*?\\.default\\(([\\d_]+)\\)`).exec(source)?.[1];
  if (found === undefined) throw new Error(`${path} has no number "${name}".`);
  return found
    .split("*")
    .map((factor) => units[factor.trim()] ?? Number(factor.trim().replaceAll("_", "")))
    .reduce((product, factor) => product * factor, 1);
}
