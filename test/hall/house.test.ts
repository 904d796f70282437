// What an earlier hall left is put in order before anything is done to a repository, and never keeps a hall from it.
import { expect, test } from "bun:test";
import { openWorktreeKeeper } from "../../src/hall/projects/worktree-keeper.ts";
import { createUnderway } from "../../src/base/async/underway.ts";
import type { Trees } from "../../src/rules/project/trees.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { noTrees } from "../fakes/trees.ts";
import { someHouse } from "../git/worktree/some-house.ts";

async function slowKeeper() {
  const { deps } = await someHouse();
  const clock = createManualClock();
  const refreshed = Promise.withResolvers<void>();
  const calls: string[] = [];
  const trees: Trees = { ...noTrees, hasDocument: async (_project, path) => calls.push(path) > 0 };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const underway = createUnderway();
  const worktrees = openWorktreeKeeper(
    { ...deps, clock, log, underway, refresh: () => refreshed.promise, looked: () => undefined },
    trees,
  );
  const inOrder = Promise.withResolvers<void>();
  worktrees.start(inOrder.resolve);
  const acme = Object.keys(deps.projects())[0] as Parameters<Trees["hasDocument"]>[0];
  return {
    worktrees,
    underway,
    clock,
    calls,
    refreshed,
    inOrder: inOrder.promise,
    ask: () => worktrees.treesOnceInOrder.hasDocument(acme, "a"),
  };
}

test("whoever asks for a repository waits until the worktrees are in order", async () => {
  const { worktrees, underway, calls, refreshed, inOrder, ask } = await slowKeeper();
  const asked = ask();
  expect([worktrees.isInOrder(), calls]).toEqual([false, []]);
  refreshed.resolve();
  await inOrder;
  expect(worktrees.isInOrder()).toBe(true);
  expect(await asked).toBe(true);
  await worktrees.stop();
  await underway.settled();
});

test("a repository that does not answer holds the hall up for half a minute, and no longer", async () => {
  const { worktrees, underway, clock, refreshed, inOrder, ask } = await slowKeeper();
  const asked = ask();
  clock.advance(29_999);
  expect(worktrees.isInOrder()).toBe(false);
  clock.advance(1);
  await inOrder;
  expect(await asked).toBe(true);
  refreshed.resolve();
  await worktrees.stop();
  await underway.settled();
});

test("a hall that stops first lets nobody wait", async () => {
  const { worktrees, underway, calls, refreshed, ask } = await slowKeeper();
  const asked = ask();
  await worktrees.stop();
  await expect(asked).rejects.toThrow("The hall is stopping.");
  refreshed.resolve();
  await underway.settled();
  expect([worktrees.isInOrder(), calls]).toEqual([false, []]);
});

test("what it looks at when the config has changed is known to be under way until it is done", async () => {
  const { worktrees, underway, refreshed, inOrder } = await slowKeeper();
  worktrees.reconsider();
  let isSettled = false;
  const settled = underway.settled().then(() => (isSettled = true));
  await Bun.sleep(20);
  expect(isSettled).toBe(false);
  refreshed.resolve();
  await inOrder;
  await settled;
  await worktrees.stop();
});
