// page-keys.json: what is known after a restart, and what becomes of a damaged file.
import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { openPageKeys } from "../../src/hall/http/page/page-keys.ts";
import { newSigner } from "../../src/hall/http/page/signatures.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { tempDir } from "../harness/temp.ts";

const dayMs = 86_400_000;

function place() {
  const home = homeLayout(tempDir());
  const clock = createManualClock();
  return { home, clock, open: () => openPageKeys({ disk: systemDisk, clock, home }) };
}

const someone = (userAgent = "A browser") => ({ publicKey: newSigner().publicKey, port: 4747, userAgent });

test("a browser is known after a restart, by the same hall, until it is forgotten", async () => {
  const { home, open } = place();
  const first = await open();
  const key = await first.add(someone());
  if (key === null) throw new Error("it was not taken");
  expect(statSync(home.pageKeys).mode & 0o777).toBe(0o600);
  const second = await open();
  expect([second.problems, second.hall.publicKey]).toEqual([[], first.hall.publicKey]);
  expect(second.find(key)?.port).toBe(4747);
  expect(await second.forget([key])).toEqual([key]);
  expect([second.find(key), (await open()).find(key)]).toEqual([null, null]);
});

test("when it was last here is kept to the day, and the hundred that were here last are known", async () => {
  const { clock, open } = place();
  const keys = await open();
  const first = await keys.add(someone("first"));
  const second = await keys.add(someone("second"));
  for (let n = 2; n < 100; n += 1) {
    clock.advance(1000);
    await keys.add(someone());
  }
  clock.advance(dayMs);
  if (first === null || second === null) throw new Error("they were not taken");
  keys.notice(first);
  await keys.add(someone("one more"));
  expect(keys.list()).toHaveLength(100);
  expect([keys.find(first) === null, keys.find(second) === null]).toEqual([false, true]);
});

test("every flipped bit of the file is named, and it is set aside", async () => {
  const { home, open } = place();
  const keys = await open();
  await keys.add(someone());
  await keys.add(someone());
  const whole = readFileSync(home.pageKeys);
  const unnamed: number[] = [];
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
    writeFileSync(home.pageKeys, flipped);
    const opened = await open();
    const isHarmless = JSON.stringify(opened.list()) === JSON.stringify(keys.list());
    if (opened.problems.length === 0 && !isHarmless) unnamed.push(at);
  }
  expect(unnamed).toEqual([]);
  writeFileSync(home.pageKeys, whole);
  expect((await open()).problems).toEqual([]);
});

test("what cannot be written is not known, and what could not be forgotten is", async () => {
  const { home, clock } = place();
  let isFull = false;
  const replace: typeof systemDisk.replace = (path, text) =>
    isFull ? Promise.reject(new Error("full")) : systemDisk.replace(path, text);
  const keys = await openPageKeys({ disk: { ...systemDisk, replace }, clock, home });
  const key = await keys.add(someone());
  isFull = true;
  expect(keys.add(someone())).rejects.toThrow("full");
  expect(keys.forget(key === null ? [] : [key])).rejects.toThrow("full");
  await Bun.sleep(0);
  expect(keys.list().map((each) => each.key)).toEqual(key === null ? [] : [key]);
});
