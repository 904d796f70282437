// Damage as a disk makes it: one bit of one file.
import { readFileSync, writeFileSync } from "node:fs";

/** Flips one bit, counted from the beginning, and returns how to take that back. */
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

/** So many bits, spread over all of them, the same each time. */
export function someBits(count: number, bytes: number): number[] {
  const step = (bytes * 8) / count;
  return Array.from({ length: count }, (_, i) => Math.floor(i * step + ((i * 7919) % Math.floor(step))));
}
