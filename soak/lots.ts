// Makes random choices from a seed: the same seed makes the same choices. Timing on the machine still varies.

export interface Lots {
  /** A whole number from 0 to `n` - 1. */
  below(n: number): number;
  /** `undefined` if there is nothing to pick from. */
  pick<T>(from: readonly T[]): T | undefined;
}

export function createLots(seed: number): Lots {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, pick: (from) => from[below(from.length)] };
}
