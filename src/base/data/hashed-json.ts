// Reads and writes a JSON file that ends with a hash of its own text, so that a flipped bit is noticed.
import { createHash } from "node:crypto";

/** The text of a file: the object, with `sha256` as its last field. */
export function formatHashed(value: object): string {
  const head = JSON.stringify(value, null, 2).slice(0, -"\n}".length);
  return `${head},\n  "sha256": "${sha256Of(head)}"\n}\n`;
}

export type HashedJson =
  | {
      isSound: true;
      /** Without its hash. */
      value: unknown;
      /** False if an older release wrote it without a hash. */
      isHashed: boolean;
    }
  | { isSound: false };

/**
 * Parses the file and checks its hash. A hash that is damaged beyond recognition counts as none, as in files of older
 * releases.
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
