// Formats and parses a JSON file that ends with a hash of its own text, so that a flipped bit is noticed.
import { createHash } from "node:crypto";

/** Returns the text of the file: the object, with `sha256` as its last field. */
export function formatHashed(value: object): string {
  const head = JSON.stringify(value, null, 2).slice(0, -"\n}".length);
  return `${head},\n  "sha256": "${sha256Of(head)}"\n}\n`;
}

export type HashedJson =
  | {
      isSound: true;
      /** The parsed object without its `sha256` field. */
      value: unknown;
      /** False if no hash was found, as in a file that an older release wrote. */
      isHashed: boolean;
    }
  | { isSound: false };

/**
 * Parses the file and checks its hash. A file without a hash is accepted, because older releases wrote none; so is a
 * file whose hash is damaged beyond recognition.
 */
export function parseHashed(text: string): HashedJson {
  const [end = "", hash] = ending.exec(text.slice(-endingLength)) ?? [];
  if (hash !== undefined && sha256Of(text.slice(0, -end.length)) !== hash) return { isSound: false };
  try {
    return { isSound: true, value: withoutHash(JSON.parse(text)), isHashed: hash !== undefined };
  } catch {
    return { isSound: false };
  }
}

const ending = /,\n {2}"sha256": "([0-9a-f]{64})"\n\}\n$/;
const endingLength = 90;

function withoutHash(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "sha256"));
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
