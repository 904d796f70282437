// Measures accepting finished work whose base has not moved, against the finish that merges such work at once, in turns
// in one run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { systemClock } from "../src/host/clock.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { createLandings } from "../src/hall/landing/landings.ts";
import { decide } from "../src/rules/commission/decide.ts";
import { evolve } from "../src/rules/commission/evolve.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import * as world from "../soak/project-world.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

const most = 1.3;

export const benchmark: Benchmark = {
  name: "review",
  what: "accepting finished work whose base has not moved, against the finish that merges it at once, in turns",
  run: async (say, size) => {
    const root = mkdtempSync(`${tmpdir()}/gh-bench-review-`);
    try {
      const at = await openProject(root, size(5000, 200));
      tell(say, await inTurns(at, { rounds: size(15, 1), files: size(100, 4) }));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function openProject(root: string, count: number): Promise<world.World> {
  const checkout = `${root}/checkout`;
  for (let n = 0; n < count; n += 1) {
    const directory = `${checkout}/src/part-${Math.floor(n / 100)}`;
    if (n % 100 === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/file-${n}.ts`, `export const n${n} = ${n};\n`);
  }
  writeFileSync(`${checkout}/.env`, "NONE=1\n");
  writeFileSync(`${checkout}/.gitignore`, ".env\n");
  gitIn(checkout, "init", "-q", "-b", "main");
  gitIn(checkout, "config", "gc.auto", "0");
  gitIn(checkout, "add", "-A");
  gitIn(checkout, "commit", "-qm", "Begin");
  return world.addProject(root);
}

interface Times {
  finish: number[];
  accept: number[];
}

/** Drops the first round, whose files are not in the page cache yet. */
async function inTurns(at: world.World, order: { rounds: number; files: number }): Promise<Times> {
  const times: Times = { finish: [], accept: [] };
  for (let round = 0; round <= order.rounds; round += 1) {
    const finish = await timed(
      async () => worked(at, order.files, "integration"),
      (id) => world.finish(at, id),
    );
    const accept = await timed(
      async () => {
        const id = await worked(at, order.files, "review");
        await world.finish(at, id);
        return id;
      },
      (id) => acceptIt(at, id),
    );
    if (round > 0 || order.rounds === 1) {
      times.finish.push(finish);
      times.accept.push(accept);
    }
  }
  return times;
}

async function timed(
  prepare: () => Promise<CommissionId>,
  run: (id: CommissionId) => Promise<void>,
): Promise<number> {
  const id = await prepare();
  const began = performance.now();
  await run(id);
  return performance.now() - began;
}

async function worked(at: world.World, count: number, land: "integration" | "review"): Promise<CommissionId> {
  const id = await world.accept(at, { checkout: "full", keepWorktree: false, startAt: null });
  await world.make(at, id);
  const worktree = world.worktreeOf(at, id);
  for (let n = 0; n < count; n += 1)
    writeFileSync(`${worktree}/src/part-${n % 2}/worked-${n}.ts`, `// ${id} ${n}\n`);
  await world.plan(at, id, "merge");
  if (land === "review") keepForReview(at, id);
  return id;
}

/** Plans that the finished work waits for a person. */
function keepForReview(at: world.World, id: CommissionId): void {
  const { record } = world.getRecord(at.root, id);
  if (record.plan === null) throw new Error("Its finish was not planned.");
  const plan = { ...record.plan, tree: "keep" as const };
  world.writeRecord(at.root, { status: "in_progress", record: { ...record, land: "review", plan } });
}

/** Accepts the work with the hall's own code, on a ledger of one file that is replaced at each step. */
async function acceptIt(at: world.World, id: CommissionId): Promise<void> {
  const accepted = Promise.withResolvers<void>();
  const landings = createLandings({
    ledger: {
      find: async () => world.readRecord(at.root, id),
      summaries: () => [],
      summary: () => undefined,
      execute: async (_id, commands) => {
        let commission = world.getRecord(at.root, id);
        for (const command of commands) {
          const verdict = decide(commission, command);
          if (!verdict.ok) return verdict;
          for (const event of verdict.events) {
            const line = { v: 1 as const, seq: 1, at: new Date().toISOString(), ...event };
            commission = evolve(commission, line) ?? commission;
            if (event.type === "landing.accepted") accepted.resolve();
          }
        }
        world.writeRecord(at.root, commission);
        return { ok: true, commission };
      },
    },
    trees: at.trees,
    projectChecks: () => [],
    continuationOf: () => undefined,
    prove: () => Promise.reject(new Error("There are no checks.")),
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const asked = await landings.accept(id);
  if (!asked.ok) throw new Error(asked.problem.message);
  await accepted.promise;
  await landings.stop();
}

function tell(say: Say, times: Times): void {
  const [finish, accept] = [spreadOf(times.finish), spreadOf(times.accept)];
  for (const [name, { p50, ...detail }] of [
    ["100 changed files, finished and merged", finish],
    ["the same, accepted", accept],
  ] as const)
    say({ name, value: p50, unit: "ms", target: null, ok: null, detail });
  const value = Math.round((accept.p50 / finish.p50) * 100) / 100;
  say({
    name: "accepting against finishing, medians",
    value,
    unit: "x",
    target: `<= ${most}`,
    ok: value <= most,
  });
}
