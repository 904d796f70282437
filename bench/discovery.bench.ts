// Measures reading 200 packages, and checking that none of them has changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../src/host/program.ts";
import { openRoster } from "../src/guild/roster/fresh.ts";
import type { Benchmark } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

export const benchmark: Benchmark = {
  name: "discovery",
  what: "reading 200 packages in a fresh process, and looking whether they have changed",
  run: async (say, size) => {
    const [packages, rounds] = [size(200, 2), size(15, 1)];
    const directory = mkdtempSync(join(tmpdir(), "guild-hall-bench-discovery-"));
    try {
      layPackages(directory, packages);
      const read = spreadOf(Array.from({ length: rounds }, () => readOnce(directory, packages)));
      say({ ...figureOf(`discovery of ${packages} packages`, read), target: "<= 150", ok: read.p50 <= 150 });
      const look = spreadOf(await lookAgain(directory, rounds));
      say({
        ...figureOf(`a look at ${packages} packages that did not change`, look),
        target: null,
        ok: null,
      });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

function figureOf(name: string, { p50, ...detail }: ReturnType<typeof spreadOf>) {
  return { name, value: p50, unit: "ms", detail };
}

function layPackages(parent: string, packages: number): void {
  for (let i = 0; i < packages; i += 1) {
    const name = `worker-${i}`;
    const guildHall = {
      type: "worker",
      identity: { name, title: "Measured", description: "One of many." },
      posture: "./posture.md",
      builtInTools: ["WebSearch"],
      limits: { maxTurns: 100 },
    };
    const directory = join(parent, name);
    mkdirSync(directory);
    writeFileSync(join(directory, "package.json"), JSON.stringify({ name, main: "./index.ts", guildHall }));
    writeFileSync(join(directory, "posture.md"), "Be thorough.\n".repeat(400));
    writeFileSync(join(directory, "index.ts"), "export const activate = () => ({ systemPrompt: 'x' });\n");
  }
}

function readOnce(directory: string, packages: number): number {
  const done = Bun.spawnSync([process.execPath, installed("bench/discover-once.ts"), directory]);
  const said = JSON.parse(done.stdout.toString()) as { ms: number; workers: number; problems: string[] };
  if (said.workers !== packages) throw new Error(`${said.workers} were found: ${said.problems[0]}`);
  return said.ms;
}

async function lookAgain(directory: string, rounds: number): Promise<number[]> {
  let now = 0;
  const roster = await openRoster({
    clock: { monotonic: () => now },
    places: [{ directory, source: "added" }],
    changed: () => {
      throw new Error("nothing has changed");
    },
    failed: (error) => {
      throw error;
    },
  });
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    now += 10_000;
    const begun = performance.now();
    await roster.current();
    times.push(performance.now() - begun);
  }
  return times;
}
