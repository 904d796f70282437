// Lots that a seed draws: the same seed, the same lots, on every machine.

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  hex(digits: number): string;
  /** Lots of its own, so that drawing more here changes nothing there. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  const state = spread(seed);
  const next = () => draw(state) / 4_294_967_296;
  const below = (count: number) => Math.floor(next() * count);
  const random: Random = {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: (list) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
    fork: () => createRandom(draw(state)),
  };
  return random;
}

type State = [number, number, number, number];

/** Neighbouring seeds must not give similar lots, so each word is mixed well first. */
function spread(seed: number): State {
  let word = seed >>> 0;
  const mix = () => {
    word = (word + 0x9e3779b9) >>> 0;
    let z = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  return [mix(), mix(), mix(), 1];
}

/** Small fast counting generator, 32 bits at a time. */
function draw(state: State): number {
  const [a, b, c, count] = state;
  const sum = (a + b + count) >>> 0;
  state[0] = b ^ (b >>> 9);
  state[1] = (c + (c << 3)) >>> 0;
  state[2] = (((c << 21) | (c >>> 11)) + sum) >>> 0;
  state[3] = (count + 1) >>> 0;
  return sum;
}
