// A benchmark: one property of the hall, measured as a user would meet it.
import type { Figure } from "./figure.ts";

export type Say = (figure: Omit<Figure, "suite">) => void;

export interface Benchmark {
  name: string;
  /** One sentence: what is measured, and against what. */
  what: string;
  run(say: Say): Promise<void>;
}
