// A hunt breaks something again and again and checks that what was promised holds each time.
import type { Figure } from "../bench/figure.ts";

export interface Hunt {
  name: string;
  /** One sentence: what is broken, and what must hold. */
  what: string;
  /** How many times `npm run soak` does it; `--size` changes that. */
  size: number;
  run(order: HuntOrder): Promise<void>;
}

export interface HuntOrder {
  size: number;
  /** The first seed; a randomised hunt reports which seed failed. */
  seed: number;
  say(figure: Omit<Figure, "suite">): void;
}
