// Measures choosing and rendering a worker's memory out of a thousand entries.
import { rmSync } from "node:fs";
import { makeHome } from "./bench-hall.ts";
import type { Benchmark } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";
import { fillMemory } from "./stored-memory.ts";

const most = 30;

export const benchmark: Benchmark = {
  name: "memory",
  what: "from three scopes with 1,000 entries of two versions each to the text in the prompt, in a fresh process and again",
  run: async (say, size) => {
    const home = makeHome();
    try {
      await fillMemory(home, { entries: size(1000, 6), versions: 2 });
      const runs = Array.from({ length: size(9, 1) }, () => remember(home.root));
      const first = spreadOf(runs.map(({ times }) => times[0] ?? 0));
      const later = spreadOf(runs.flatMap(({ times }) => times.slice(1)));
      const given = runs[0]?.given ?? 0;
      for (const [name, { p50, ...rest }] of [
        ["memory of 1,000 entries into the prompt, first in its process", first],
        ["memory of 1,000 entries into the prompt, again", later],
      ] as const)
        say({
          name,
          value: p50,
          unit: "ms",
          target: `<= ${most}`,
          ok: p50 <= most,
          detail: { ...rest, given },
        });
    } finally {
      rmSync(home.root, { recursive: true, force: true });
    }
  },
};

function remember(home: string): { times: number[]; given: number } {
  const program = new URL("remember.ts", import.meta.url).pathname;
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, program, home], { stderr: "inherit" });
  if (exitCode !== 0) throw new Error("remember.ts failed");
  return JSON.parse(stdout.toString()) as { times: number[]; given: number };
}
