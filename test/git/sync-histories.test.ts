// Whatever a person and the hall did before it, a sync loses nothing and touches nothing of the person's.
import { afterEach, expect, test } from "bun:test";
import type { Figure } from "../../bench/figure.ts";
import { hunt } from "../../soak/sync-histories.hunt.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { everyKind, play } from "./sync-histories.ts";

afterEach(removeTempDirs);

test("one history that has every kind of sync in it", async () => {
  expect([...(await play(everyKind))].sort()).toEqual([
    "conflict",
    "fast-forward",
    "merge",
    "nothing",
    "squash-merged",
  ]);
});

test("random histories, and a careless sync that is caught", async () => {
  const figures: Omit<Figure, "suite">[] = [];
  await hunt.run({ size: 6, seed: 1, say: (figure) => void figures.push(figure) });
  expect(figures.filter(({ ok }) => ok !== true)).toEqual([]);
  expect(figures.map(({ control }) => control === true)).toEqual([false, true]);
}, 60_000);
