// Whatever a person and the hall did before it, a sync loses nothing and touches nothing of the person's.
import { afterEach, expect, test } from "bun:test";
import { removeTempDirs } from "../../harness/temp.ts";
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
