// Measures three things in a large repository: creating a worktree, against `git worktree add`; finishing
// work, from the commit to the merge; and what fifty finished commissions leave behind.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import type { Checkout } from "../src/contract/project/tree.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import * as world from "../soak/project-world.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { lookAtRepository, sayGrowth } from "./repository-growth.ts";
import { spreadOf } from "./spread.ts";

const fewFiles = 500;
const mostMs = 400;

export const benchmark: Benchmark = {
  name: "worktrees",
  what: "worktrees of a repository with 10,000 files, full and sparse, against git worktree add in the same run; finishing 100 changed files; what 50 finished commissions leave",
  run: async (say, size) => {
    const root = mkdtempSync(join(tmpdir(), "gh-bench-worktrees-"));
    const rounds = size(8, 1);
    try {
      const large = await openProject(`${root}/large`, size(10_000, fewFiles));
      sayMaking(say, await inTurns(large, rounds));
      await sayFinishing(say, { at: large, rounds, changedFiles: size(100, 4) });
      await sayLeft(say, { at: await openProject(`${root}/small`, fewFiles), finished: size(50, 1) });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function openProject(root: string, count: number): Promise<world.World> {
  fillRepository(`${root}/checkout`, count);
  return world.addProject(root);
}

function fillRepository(checkout: string, count: number): void {
  const perDirectory = 100;
  for (let n = 0; n < count; n += 1) {
    const directory = `${checkout}/${n < perDirectory ? ".lore/notes" : `src/part-${Math.floor(n / perDirectory)}`}`;
    if (n % perDirectory === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/file-${n}.ts`, `export const n${n} = ${n};\n`.repeat(1 + (n % 40)));
  }
  writeFileSync(`${checkout}/.env`, "NONE=1\n");
  writeFileSync(`${checkout}/.gitignore`, ".env\n");
  gitIn(checkout, "init", "-q", "-b", "main");
  gitIn(checkout, "config", "gc.auto", "0");
  gitIn(checkout, "add", "-A");
  gitIn(checkout, "commit", "-qm", "Begin");
  gitIn(checkout, "gc", "-q");
}

interface Making {
  git: number[];
  full: number[];
  sparse: number[];
}

/**
 * Creates a worktree of each kind per round, and swaps the order of the two large ones every time. Removes
 * them together, because a removal slows down the next creation. The first round does not count, because its
 * files are not in the page cache yet.
 */
async function inTurns(at: world.World, rounds: number): Promise<Making> {
  const times: Making = { git: [], full: [], sparse: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const made: CommissionId[] = [];
    const kinds = round % 2 === 0 ? (["git", "full"] as const) : (["full", "git"] as const);
    for (const kind of [...kinds, "sparse"] as const) {
      Bun.spawnSync(["sync", "-f", at.root]); // so that this worktree does not wait for earlier writes
      const ms = kind === "git" ? byGit(at) : await byUs(at, { checkout: kind, made });
      if (round > 0) times[kind].push(ms);
    }
    await takeAway(at, made);
  }
  return times;
}

/** Returns a path in the same directory as our worktrees, because the location on disk affects the time. */
const besideOurs = ({ deps }: world.World) => `${projectLayout(deps.home, world.project).worktrees}/by-git`;

function byGit(at: world.World): number {
  const began = performance.now();
  gitIn(at.checkout, "worktree", "add", "-q", "-b", "by-git", besideOurs(at), "main");
  return performance.now() - began;
}

async function byUs(
  at: world.World,
  { checkout, made }: { checkout: Checkout; made: CommissionId[] },
): Promise<number> {
  const id = await world.accept(at, { checkout, keepWorktree: false, startAt: null });
  made.push(id);
  const began = performance.now();
  await world.make(at, id);
  return performance.now() - began;
}

async function takeAway(at: world.World, made: readonly CommissionId[]): Promise<void> {
  gitIn(at.checkout, "worktree", "remove", "--force", besideOurs(at));
  gitIn(at.checkout, "branch", "-qD", "by-git");
  for (const id of made) {
    await world.plan(at, id, "keep");
    await world.finish(at, id);
  }
}

function sayMaking(say: Say, times: Making): void {
  const [git, full, sparse] = [spreadOf(times.git), spreadOf(times.full), spreadOf(times.sparse)];
  for (const [name, spread, most] of [
    ["git worktree add, 10,000 files", git, null],
    ["full worktree, 10,000 files", full, 1.5],
    ["sparse worktree, 10,000 files", sparse, 0.3],
  ] as const) {
    const { p50, ...rest } = spread;
    say({ name, value: p50, unit: "ms", target: null, ok: null, detail: { ...rest } });
    const ratio = Math.round((p50 / git.p50) * 100) / 100;
    if (most !== null)
      say({
        name: `${name}, against git worktree add, medians`,
        value: ratio,
        unit: "x",
        target: `<= ${most}`,
        ok: ratio <= most,
      });
  }
}

/**
 * Measures finishing work that changed `changedFiles` files. The clock starts after the finish is planned.
 */
async function sayFinishing(
  say: Say,
  { at, rounds, changedFiles }: { at: world.World; rounds: number; changedFiles: number },
): Promise<void> {
  const [merged, closed]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const id = await worked(at, changedFiles);
    const began = performance.now();
    let mergedAt = began;
    const merge: typeof at.trees.merge = async (...order) => {
      const done = await at.trees.merge(...order);
      mergedAt = performance.now();
      return done;
    };
    await world.finish({ ...at, trees: { ...at.trees, merge } }, id);
    if (round === 0) continue;
    merged.push(mergedAt - began);
    closed.push(performance.now() - began);
  }
  const { p50, ...rest } = spreadOf(merged);
  say({
    name: "100 changed files, from the commit to merged",
    value: p50,
    unit: "ms",
    target: `<= ${mostMs}`,
    ok: p50 <= mostMs,
    detail: { ...rest },
  });
  const { p50: toClosed, ...spread } = spreadOf(closed);
  say({
    name: "the same until its worktree of 10,000 files is closed",
    value: toClosed,
    unit: "ms",
    target: null,
    ok: null,
    detail: { ...spread },
  });
}

async function worked(at: world.World, count: number): Promise<CommissionId> {
  const id = await world.accept(at, { checkout: "full", keepWorktree: false, startAt: null });
  await world.make(at, id);
  const worktree = world.worktreeOf(at, id);
  for (let n = 0; n < count; n += 1)
    writeFileSync(`${worktree}/src/part-${1 + (n % 4)}/worked-${n}.ts`, `// ${id} ${n}\n`);
  await world.plan(at, id, "merge");
  return id;
}

async function sayLeft(say: Say, { at, finished }: { at: world.World; finished: number }): Promise<void> {
  const before = lookAtRepository(at);
  for (let n = 0; n < finished; n += 1) await world.finish(at, await worked(at, 3));
  sayGrowth(say, { before, after: lookAtRepository(at), finished });
}
