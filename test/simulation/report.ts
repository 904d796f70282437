// What a failed seed prints: enough to see it again, and most often to understand it.
import { promises } from "./promises/names.ts";
import type { SeedReport } from "./run-seed.ts";

export function describeFailure({ seed, steps, hash, violation, tail }: SeedReport): string {
  if (!violation) return `seed ${seed} holds`;
  return [
    ...tail.slice(-60),
    `seed ${seed} broke a promise after ${steps} steps (trace ${hash})`,
    `${promises[violation.promise]}: ${violation.message}`,
    `Again: npm run soak -- simulation --seed ${seed} --size 1`,
  ].join("\n");
}
