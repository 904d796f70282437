// Runs a benchmark at its smallest, with every step of it, so that a broken one is found before it is needed.
import { expect } from "bun:test";
import { type Benchmark, smallestSize } from "../../bench/benchmark.ts";
import type { Figure } from "../../bench/figure.ts";

/** Take more than a few seconds: `npm run hunts` has them. */
export const slowBenchmarks = [
  "create",
  "dispatch",
  "landing",
  "page",
  "prompt",
  "ready",
  "size",
  "worktrees",
];

/** Nothing is kept, and no figure is held to its target: they say nothing at this size. */
export async function expectToWork(name: string): Promise<void> {
  const { benchmark } = (await import(`../../bench/${name}.bench.ts`)) as { benchmark: Benchmark };
  expect(benchmark.name).toBe(name);
  const figures: Omit<Figure, "suite">[] = [];
  await benchmark.run((figure) => void figures.push(figure), smallestSize);
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(new Set(figures.map((figure) => figure.name)).size).toBe(figures.length);
}
