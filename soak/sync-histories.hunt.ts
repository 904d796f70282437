// Plays random histories of a person and the hall on one repository, with syncs in between.
import fc from "fast-check";
import { removeTempDirs } from "../test/harness/temp.ts";
import { play, resetInstead, type Step, steps, type Syncing } from "../test/git/projects/sync-histories.ts";
import { sync } from "../test/git/project.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "sync-histories",
  what: "A person pushes, squashes, picks, reverts and rewrites while work is merged: a sync loses no commit and touches nothing of the person's.",
  size: 300,
  run,
};

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const histories = fc.sample(steps, { numRuns: size, seed });
  const kept = await playAll(histories, sync);
  say({
    name: "histories in which a sync lost a commit, or changed what is the person's",
    value: kept.broken.length,
    unit: "histories",
    target: "0",
    ok: kept.broken.length === 0,
    detail: {
      seed,
      histories: size,
      kinds: kept.kinds.join(" "),
      broken: kept.broken.slice(0, 3).join("\n"),
    },
  });
  const careless = await playAll(histories.slice(0, 20), resetInstead);
  say({
    name: "with a branch that is set to the person's instead: histories in which something is lost",
    value: careless.broken.length,
    unit: "histories",
    target: "> 0",
    ok: careless.broken.length > 0,
    control: true,
    detail: { histories: Math.min(size, 20) },
  });
}

async function playAll(histories: readonly Step[][], syncing: Syncing) {
  const broken: string[] = [];
  const kinds = new Set<string>();
  for (const history of histories) {
    try {
      for (const kind of await play(history, syncing)) kinds.add(kind);
    } catch (error) {
      broken.push(`${(error as Error).message} in ${JSON.stringify(history)}`);
    }
    removeTempDirs();
  }
  return { broken, kinds: [...kinds].sort() };
}
