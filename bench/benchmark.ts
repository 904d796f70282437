// A benchmark: one property of the hall, measured as a user would meet it.
import type { Figure } from "./figure.ts";

export type Say = (figure: Omit<Figure, "suite">) => void;

export interface Benchmark {
  name: string;
  /** One sentence: what is measured, and against what. */
  what: string;
  /** Takes every step at either size. */
  run(say: Say, size: Size): Promise<void>;
}

/** Picks the first of two for a measurement, and the second to see that the benchmark works at all. */
export type Size = <T>(full: T, smallest: T) => T;

export const fullSize: Size = (full) => full;
export const smallestSize: Size = (_full, smallest) => smallest;
