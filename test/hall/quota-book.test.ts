// quota.json on a real disk: kept per credential, never in the way of a start.
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { openQuotaStore } from "../../src/hall/operations/quota-file.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { handoffOf } from "../harness/conductor.ts";
import { someId } from "../harness/ledger/histories.ts";
import { someHome } from "../harness/ledger/some-ledger.ts";
import { flipped, someBits } from "../harness/ledger/flip.ts";

const at = "2026-01-01T01:00:00.000Z";
const pause = { pausedUntil: at, since: at, byCommission: someId, message: "m", probe: null };

function setUp(disk = systemDisk) {
  const home = someHome();
  const clock = createManualClock();
  const told: string[] = [];
  const log = { error: (message: string) => void told.push(message) };
  /** As a hall finds it at its start, with this key. */
  const read = (key: string) => openQuotaStore({ disk, clock, log }, { home, handoff: handoffOf(key) });
  return { home, clock, told, read };
}

test("quota.json keeps what is known of another credential, until its reset", async () => {
  const { read, clock } = setUp();
  await (await read("one")).replace(pause);
  await (await read("two")).replace({ ...pause, message: "two" });
  expect((await read("one")).current()).toEqual(pause);
  clock.advance(3_600_000);
  await (await read("two")).replace(null);
  expect((await read("one")).current()).toBeNull();
});

test.each(["{", "{}", '{"version":2,"credentials":{}}', '{"version":1,"credentials":{"x":{}}}'])(
  "quota.json that holds %p is set aside and named",
  async (text) => {
    const { home, read } = setUp();
    writeFileSync(home.quota, text);
    const quota = await read("one");
    expect(quota.problems).toEqual([expect.stringContaining("quota.json.damaged")]);
    expect(quota.current()).toBeNull();
    expect(readFileSync(`${home.quota}.damaged`, "utf8")).toBe(text);
  },
);

test("quota.json that could not be written counts all the same, and is written with the next change", async () => {
  let isFull = true;
  const disk = {
    ...systemDisk,
    replace: (path: string, text: string) =>
      isFull ? Promise.reject(new Error("no space left")) : systemDisk.replace(path, text),
  };
  const { home, told, read } = setUp(disk);
  const quota = await read("one");
  await quota.replace(pause);
  expect(told).toEqual(["quota.json could not be written"]);
  expect(quota.current()).toEqual(pause);
  isFull = false;
  await quota.replace(pause);
  expect(JSON.parse(readFileSync(home.quota, "utf8"))).toMatchObject({ version: 1 });
});

test("quota.json is not written without a credential", async () => {
  const { home, clock } = setUp();
  const handoff = { ...handoffOf("x"), credential: null };
  const log = { error: () => undefined };
  const quota = await openQuotaStore({ disk: systemDisk, clock, log }, { home, handoff });
  await quota.replace(pause);
  expect(quota.current()).toBeNull();
  expect(await systemDisk.readText(home.quota)).toBeUndefined();
});

test("one flipped bit of quota.json is named, or changes nothing", async () => {
  const { home, read } = setUp();
  await (await read("one")).replace(pause);
  const before = readFileSync(home.quota);
  for (const bit of someBits(80, before.length)) {
    writeFileSync(home.quota, flipped(before, bit));
    const quota = await read("one");
    if (quota.problems.length === 0) expect(quota.current()).toEqual(pause);
    else expect(quota.problems).toEqual([expect.stringContaining("quota.json.damaged")]);
  }
});

test("control: the file of an older release, without a hash, says another time and nobody notices", async () => {
  const { home, read } = setUp();
  await (await read("one")).replace(pause);
  const text = readFileSync(home.quota, "utf8").replace(/,\n {2}"sha256": "[0-9a-f]{64}"/, "");
  writeFileSync(home.quota, text.replace(pause.pausedUntil, pause.pausedUntil.replace("20", "30")));
  const quota = await read("one");
  expect(quota.problems).toEqual([]);
  expect(quota.current()?.pausedUntil).not.toBe(pause.pausedUntil);
});
