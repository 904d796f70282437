// One sync for many: nobody is told that it is done by a sync that began before the change.
import { expect, test } from "bun:test";
import { breathe } from "../../src/host/clock.ts";
import { createSharedSync } from "../../src/host/files/shared-sync.ts";

/** Syncs that end when the test says so. */
function heldSyncs() {
  const begun: { path: string; end(error?: Error): void }[] = [];
  const sync = createSharedSync(
    (path) =>
      new Promise<void>((resolve, reject) => {
        begun.push({ path, end: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  return { begun, sync };
}

function watch(promise: Promise<void>): { over: string } {
  const seen = { over: "no" };
  promise.then(
    () => (seen.over = "done"),
    (error: unknown) => (seen.over = (error as Error).message),
  );
  return seen;
}

test("who asks while a sync runs waits for the next one, which all of them share", async () => {
  const { begun, sync } = heldSyncs();
  const first = sync("a");
  const late = [sync("a"), sync("a"), sync("a")].map(watch);
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await first;
  await breathe();
  expect(late.map((one) => one.over)).toEqual(["no", "no", "no"]);
  expect(begun).toHaveLength(2);
  const last = watch(sync("a"));
  begun[1]?.end();
  await breathe();
  expect(late.map((one) => one.over)).toEqual(["done", "done", "done"]);
  expect(last.over).toBe("no");
  begun[2]?.end();
  await breathe();
  expect(last.over).toBe("done");
  expect(begun).toHaveLength(3);
});

test("who asks at the very moment a sync ends is still served by one that begins afterwards", async () => {
  const { begun, sync } = heldSyncs();
  const moments: Promise<void>[] = [];
  const first = sync("a").then(() => void moments.push(sync("a")));
  const waiting = sync("a");
  begun[0]?.end();
  await first;
  await breathe();
  begun[1]?.end();
  await waiting;
  await breathe();
  begun[2]?.end();
  await Promise.all(moments);
  expect(begun.length).toBeGreaterThanOrEqual(2);
});

test("a failed sync is told to all who shared it, and to nobody else", async () => {
  const { begun, sync } = heldSyncs();
  const first = watch(sync("a"));
  const [second, third] = [watch(sync("a")), watch(sync("a"))];
  begun[0]?.end(new Error("bad disk"));
  await breathe();
  begun[1]?.end(new Error("still bad"));
  await breathe();
  expect([first.over, second.over, third.over]).toEqual(["bad disk", "still bad", "still bad"]);
  const healed = watch(sync("a"));
  begun[2]?.end();
  await breathe();
  expect(healed.over).toBe("done");
});

test("directories do not wait for each other", () => {
  const { begun, sync } = heldSyncs();
  for (const path of ["a", "b"]) void sync(path);
  expect(begun.map((one) => one.path)).toEqual(["a", "b"]);
});
