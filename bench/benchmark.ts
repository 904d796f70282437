// A benchmark measures one property of the hall as a user would meet it.
import type { Figure } from "./figure.ts";

export type Say = (figure: Omit<Figure, "suite">) => void;

export interface Benchmark {
  name: string;
  /** Says in one sentence what is measured, and against what. */
  what: string;
  /** Runs the same steps at either size. */
  run(say: Say, size: Size): Promise<void>;
}

/** Picks the first value for a measurement, and the second to check that the benchmark works at all. */
export type Size = <T>(full: T, smallest: T) => T;

export const fullSize: Size = (full) => full;
export const smallestSize: Size = (_full, smallest) => smallest;
