// A hunt is a long test that breaks something again and again, and checks each time that the hall keeps its
// promises.
import type { Figure } from "../bench/figure.ts";

export interface Hunt {
  name: string;
  /** Says in one sentence what is broken, and what must hold. */
  what: string;
  /** The size of a full run, such as a number of kills or of seconds. `--size` overrides it. */
  size: number;
  run(order: HuntOrder): Promise<void>;
}

export interface HuntOrder {
  size: number;
  /** The first seed; a randomised hunt reports which seed failed. */
  seed: number;
  say(figure: Omit<Figure, "suite">): void;
}
