// Plays random histories of a project with real git: commissions start, work, finish, and are cancelled and
// killed, while the person continues their own work in the same repository.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { createLots } from "./lots.ts";
import { playHistory } from "./project-history.ts";
import { endWaiting } from "./project-kills.ts";
import { makeTemplate } from "./project-world.ts";

export const hunt: Hunt = {
  name: "project-histories",
  what: "Commissions work on a person's repository, are finished, cancelled and killed, while the person commits, merges and syncs: no file and no commit is lost, no worktree is left, and nothing of the person's is changed.",
  size: 500,
  run,
};

const controlHistories = 5;

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const kept = await round({ histories: size, seed, careless: false });
  say({
    name: "histories of a project in which something was lost, left or changed",
    value: kept.wrong.length,
    unit: "histories",
    target: "0",
    ok: kept.wrong.length === 0,
    detail: { histories: size, ...kept.counts, wrong: kept.wrong.slice(0, 5).join("; ") },
  });
  const careless = await round({ histories: Math.min(size, controlHistories), seed, careless: true });
  say({
    name: "the same where worktrees are removed by force",
    value: careless.wrong.length,
    unit: "histories",
    target: "> 0",
    ok: careless.wrong.length > 0,
    control: true,
    detail: { histories: Math.min(size, controlHistories), wrong: careless.wrong.slice(0, 2).join("; ") },
  });
}

interface Round {
  histories: number;
  seed: number;
  careless: boolean;
}

/** Two at a time, because each spends much of its time waiting for a kill. */
const atOnce = 2;

async function round({ histories, seed, careless }: Round): Promise<Rounded> {
  const root = mkdtempSync(join(tmpdir(), "gh-histories-"));
  const rounded: Rounded = { wrong: [], counts: {} };
  const seeds = Array.from({ length: histories }, (_, n) => seed + n);
  const play = async () => {
    for (let next = seeds.shift(); next !== undefined; next = seeds.shift())
      await playOne({ root, seed: next, careless }, rounded);
  };
  try {
    makeTemplate(`${root}/template`);
    await Promise.all(Array.from({ length: atOnce }, play));
    return rounded;
  } finally {
    endWaiting();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Rounded {
  wrong: string[];
  counts: Record<string, number>;
}

async function playOne(
  { root, seed, careless }: { root: string; seed: number; careless: boolean },
  { wrong, counts }: Rounded,
): Promise<void> {
  const place = `${root}/${seed}`;
  const lots = createLots(seed);
  const played = await playHistory({ template: `${root}/template`, root: place, lots, careless });
  for (const act of played.acts) counts[act] = (counts[act] ?? 0) + 1;
  if (played.wrong.length > 0) wrong.push(`seed ${seed}: ${played.wrong.join(", ")}`);
  rmSync(place, { recursive: true, force: true });
}
