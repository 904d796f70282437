// A JSON file that ends with a hash of its own text, so that one flipped bit in it is noticed.
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
      /** False: an older release wrote it, so that nothing vouches for it. */
      isHashed: boolean;
    }
  | { isSound: false };

/** A flip in the hash alone leaves the rest as it was written: then it is read like the file of an older release. */
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
