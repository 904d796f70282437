// A hunt: something is broken again and again, and what was promised must hold each time.
import type { Figure } from "../bench/figure.ts";

export interface Hunt {
  name: string;
  /** One sentence: what is broken, and what must hold. */
  what: string;
  /** How many times in `npm run soak`; fewer with `--size`. */
  size: number;
  run(order: HuntOrder): Promise<void>;
}

export interface HuntOrder {
  size: number;
  /** The first seed; a hunt that draws lots says which seed failed. */
  seed: number;
  say(figure: Omit<Figure, "suite">): void;
}
