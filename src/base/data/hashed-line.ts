// Formats and parses a line of JSON that ends with a hash of its own text, so that a flipped bit is noticed.
import { createHash } from "node:crypto";

/** Returns the line without a newline at its end. */
export function formatHashedLine(value: object): string {
  const text = JSON.stringify(value);
  return `${text.slice(0, -1)},"hash":"${hashOf(text)}"}`;
}

/**
 * Returns the parsed line; `undefined` if it is not JSON, or if its hash does not match. A line without a hash is
 * accepted, because older releases wrote none; so is a line whose hash is damaged beyond recognition.
 */
export function parseHashedLine(line: string): unknown {
  const [end = "", hash] = ending.exec(line.slice(-endingLength)) ?? [];
  if (hash !== undefined && hashOf(`${line.slice(0, -end.length)}}`) !== hash) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const hashLength = 16;
const ending = /,"hash":"([0-9a-f]{16})"\}$/;
const endingLength = ',"hash":""}'.length + hashLength;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, hashLength);
}
