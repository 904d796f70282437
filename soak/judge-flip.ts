// Decides whether a hall coped with one flipped bit: it must report the damage, or the flip must have no effect.
// Nothing but what the damaged file holds may look different.
import { basename } from "node:path";
import type { Seen } from "./observe-home.ts";

export interface Flipped {
  /** The damaged file, relative to the home. */
  path: string;
  bit: number;
  before: Seen;
  seen: Seen;
}

/** Returns "named", "harmless", or a sentence about what is wrong. */
export function judgeFlip({ path, bit, before, seen }: Flipped): string {
  const isNamed = seen.told.some((text) => namesOf(path).some((name) => text.includes(name)));
  const names = new Set([...before.parts.keys(), ...seen.parts.keys()]);
  const changed = [...names].filter((name) => before.parts.get(name) !== seen.parts.get(name));
  const foreign = changed.filter((name) => !isItsOwn(path, name) && !isReport(name, before));
  if (foreign.length > 0 && !isYours(path)) return `bit ${bit}: ${foreign.join(", ")} changed`;
  if (changed.length === 0) return isNamed ? "named" : "harmless";
  return isNamed || isYours(path)
    ? "named"
    : `bit ${bit}: ${changed.join(", ")} changed, and nothing is said`;
}

/** Returns whether a hall that refused to start has named the damaged file, as it must. */
export function isToldOf(path: string, told: string): boolean {
  return (
    told.includes(basename(path)) || isYours(path) || (path === "version" && told.includes("has format"))
  );
}

/** Returns whether people edit this file: the hall takes another valid value for their edit. */
function isYours(path: string): boolean {
  return path === "config.yaml";
}

/** Returns the texts by which a report may name the file: its name, and what it belongs to. */
function namesOf(path: string): string[] {
  const file = basename(path);
  return [file, commissionOf(path) ?? file.replace(/\..*$/, "")];
}

function commissionOf(path: string): string | undefined {
  return /^commissions\/([^/]+)\//.exec(path)?.[1];
}

/** The parts that show what a file holds, for files that do not belong to a commission. */
const shownIn: readonly (readonly [file: RegExp, part: RegExp])[] = [
  [/^memory\/[^/]+\/\.history\//, /^memory /],
  [/^(quota|deferred)\.json$/, /^need quota:/],
  [/^packages\.json$/, /^workers$/],
  [/^page-keys\.json$/, /^browsers$/],
  [/^marks\//, /^marked commits$/],
  [/^set-ups\/[^/]+\/approved\.json$/, /^approved set-ups$/],
  [/\.spend\.jsonl$/, /^spending$/],
];

function isItsOwn(path: string, part: string): boolean {
  const id = commissionOf(path);
  if (id !== undefined) return part.includes(id);
  const note = /^memory\/[^/]+\/([^/]+)\.md$/.exec(path)?.[1];
  if (note !== undefined) return part === `memory ${note}` || part === `memory ${note} history`;
  return shownIn.some(([file, shown]) => file.test(path) && shown.test(part));
}

/** Returns whether a part is a new item that reports a problem to the person. */
function isReport(part: string, before: Seen): boolean {
  return /^need (hall|package|member|project):/.test(part) && !before.parts.has(part);
}
