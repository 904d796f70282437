// A hall that stops gives git a while, ends it, and waits for what that was at.
import { expect, test } from "bun:test";
import { endingGit } from "../../src/hall/wiring/ending-git.ts";
import { createUnderway } from "../../src/base/async/underway.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

function begin(stopping: Promise<void>) {
  const clock = createManualClock();
  const over = new AbortController();
  const underway = createUnderway();
  const work = Promise.withResolvers<void>();
  void underway.add(work.promise);
  let isGone = false;
  const gone = endingGit({ clock }, { over, underway }, () => stopping).then(() => (isGone = true));
  const settle = () => Bun.sleep(0); // for whatever was resolved
  return { clock, over, work, gone, settle, isGone: () => isGone };
}

test("what was under way is waited for once git was ended", async () => {
  const { over, work, gone, settle, isGone } = begin(Promise.resolve());
  await settle();
  expect([over.signal.aborted, isGone()]).toEqual([true, false]);
  work.resolve();
  await gone;
});

test("it is not waited for longer than two seconds, on a disk that does not answer", async () => {
  const { clock, gone, settle, isGone } = begin(Promise.resolve());
  await settle();
  clock.advance(1999);
  await settle();
  expect(isGone()).toBe(false);
  clock.advance(1);
  await gone;
});

test("git is ended after five seconds where the rest of the hall waits for it", async () => {
  const stopping = Promise.withResolvers<void>();
  const { clock, over, work, gone } = begin(stopping.promise);
  clock.advance(4999);
  expect(over.signal.aborted).toBe(false);
  clock.advance(1);
  expect(over.signal.aborted).toBe(true);
  stopping.resolve();
  work.resolve();
  await gone;
});
