// Damages a file as a failing disk might: by one bit.
import { readFileSync, writeFileSync } from "node:fs";

/** Flips the bit at this position in the file, and returns a function that restores the file. */
export function flipBit(path: string, bit: number): () => void {
  const before = readFileSync(path);
  writeFileSync(path, flipped(before, bit));
  return () => writeFileSync(path, before);
}

export function flipped(bytes: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = bit >>> 3;
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** Picks `count` bits, spread over all bytes, the same each time. */
export function someBits(count: number, bytes: number): number[] {
  const step = (bytes * 8) / count;
  return Array.from({ length: count }, (_, i) => Math.floor(i * step + ((i * 7919) % Math.floor(step))));
}
