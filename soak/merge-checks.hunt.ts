// Plays random histories of commissions whose changes pass alone and break each other together, with real
// git, and kills the hall and its workbenches. Nothing that the hall merges may fail a check.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { playLandings } from "./landing-history.ts";
import { makeTemplate } from "./landing-world.ts";
import { createLots } from "./lots.ts";

export const hunt: Hunt = {
  name: "merge-checks",
  what: "Works that pass alone and break each other together are merged while the person commits and syncs, and the hall and its benches are killed: no commit of the hall's fails a check, all of it ends, nothing is merged twice or lost.",
  size: 500,
  run,
};

/** Without the check of the merge, about one history in three has a failing commit; the control stops at the first. */
const mostControls = 40;

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const kept = await round({ histories: size, seed, unchecked: false });
  const detail = { histories: size, ...kept.counts };
  say({
    name: "commits that the hall merged and that fail a check",
    value: kept.failing.length,
    unit: "commits",
    target: "0",
    ok: kept.failing.length === 0,
    detail: { ...detail, failing: kept.failing.slice(0, 5).join("; ") },
  });
  say({
    name: "histories in which something is stuck, merged twice or lost",
    value: kept.wrong.length,
    unit: "histories",
    target: "0",
    ok: kept.wrong.length === 0,
    detail: { histories: size, wrong: kept.wrong.slice(0, 5).join("; ") },
  });
  const unchecked = await round({ histories: mostControls, seed, unchecked: true });
  say({
    name: "the same commits where merges are not checked",
    value: unchecked.failing.length,
    unit: "commits",
    target: "> 0",
    ok: unchecked.failing.length > 0,
    control: true,
    detail: { histories: unchecked.played, merges: unchecked.counts["merges"] ?? 0 },
  });
}

interface Round {
  histories: number;
  seed: number;
  unchecked: boolean;
}

interface Rounded {
  played: number;
  failing: string[];
  wrong: string[];
  counts: Record<string, number>;
}

/** Plays several histories at once, because each spends much of its time waiting. */
const atOnce = { checked: 6, unchecked: 2 };

async function round({ histories, seed, unchecked }: Round): Promise<Rounded> {
  const root = mkdtempSync(join(tmpdir(), "gh-landings-"));
  const rounded: Rounded = { played: 0, failing: [], wrong: [], counts: {} };
  const seeds = Array.from({ length: histories }, (_, n) => seed + n);
  const play = async () => {
    for (let next = seeds.shift(); next !== undefined; next = seeds.shift())
      if (!unchecked || rounded.failing.length === 0) await playOne({ root, seed: next, unchecked }, rounded);
  };
  try {
    makeTemplate(`${root}/template`);
    await Promise.all(Array.from({ length: unchecked ? atOnce.unchecked : atOnce.checked }, play));
    return rounded;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function playOne(
  { root, seed, unchecked }: { root: string; seed: number; unchecked: boolean },
  rounded: Rounded,
): Promise<void> {
  const place = `${root}/${seed}`;
  const order = { template: `${root}/template`, root: place, lots: createLots(seed), unchecked };
  const played = await playLandings(order);
  rounded.played += 1;
  for (const [what, times] of Object.entries(played.counts))
    rounded.counts[what] = (rounded.counts[what] ?? 0) + times;
  rounded.failing.push(...played.failing.map((told) => `seed ${seed}: ${told}`));
  if (played.wrong.length > 0) rounded.wrong.push(`seed ${seed}: ${played.wrong.join(", ")}`);
  rmSync(place, { recursive: true, force: true });
}
