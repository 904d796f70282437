// Putting off what needs a person, on a real disk and under a clock that is moved by hand.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AttentionKey, deferredFile } from "../../src/contract/api/attention.ts";
import type { QuotaPause } from "../../src/contract/commission/quota.ts";
import type { HallPart } from "../../src/contract/api/stream.ts";
import { type Attention, type FoundCauses, openAttention } from "../../src/hall/needs/attention.ts";
import { openDeferredItems } from "../../src/hall/needs/deferred-file.ts";
import { createNews } from "../../src/hall/http/stream/news.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import type { Cause } from "../../src/rules/show/attention.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { someHome } from "../harness/ledger/some-ledger.ts";

const opened: Attention[] = [];
afterEach(() => {
  for (const attention of opened.splice(0)) attention.close();
});

const key = (text: string) => text as AttentionKey;
const hourMs = 3_600_000;
const words = { title: "t", detail: "d", commission: null, worker: null, project: null, rehearsed: false };
const causeOf = (name: string): Cause => ({ key: name, kind: "failed", since: null, words: () => words });

async function setUp(home = someHome(), disk = systemDisk) {
  const clock = createManualClock();
  const news = createNews();
  const told: HallPart[] = [];
  news.subscribe((what) => void told.push(what));
  const now: { found: FoundCauses; quota: QuotaPause | null } = {
    found: { causes: ["failed:a", "failed:b"].map(causeOf), unknown: [] },
    quota: null,
  };
  const deferredItems = await openDeferredItems(disk, home);
  const quota = { current: () => now.quota };
  const attention = openAttention({ look: async () => now.found, deferredItems, quota, news, clock });
  opened.push(attention);
  const onDisk = () => deferredFile.parse(JSON.parse(readFileSync(home.deferred, "utf8"))).deferred;
  const keys = async () => {
    const { items, deferred } = await attention.list(100);
    return { open: items.map((item) => String(item.key)), off: deferred.map((item) => String(item.key)) };
  };
  const inAnHour = new Date(clock.now() + hourMs).toISOString();
  return { home, clock, news, told, now, deferredItems, attention, onDisk, keys, inAnHour };
}

describe("what is put off", () => {
  test("is on disk before the answer, and is put off for the next hall too", async () => {
    const { attention, home, onDisk, told, inAnHour } = await setUp();
    expect(await attention.defer({ key: key("failed:a"), until: inAnHour })).toMatchObject({
      ok: true,
      value: { key: "failed:a", deferred: { until: inAnHour } },
    });
    expect(onDisk()).toEqual({ [key("failed:a")]: { at: "2026-01-01T00:00:00.000Z", until: inAnHour } });
    expect(told).toEqual(["attention"]);
    const next = await setUp(home);
    expect(await next.keys()).toEqual({ open: ["failed:b"], off: ["failed:a"] });
  });

  test("comes back by itself when its time is over, and there is a timer only as long as one does", async () => {
    const { attention, clock, told, keys, inAnHour } = await setUp();
    expect(clock.pending()).toBe(0);
    await attention.defer({ key: key("failed:b"), until: null });
    expect(clock.pending()).toBe(0);
    await attention.defer({ key: key("failed:a"), until: inAnHour });
    told.splice(0);
    clock.advance(hourMs - 1);
    expect(told).toEqual([]);
    expect(clock.pending()).toBe(1);
    clock.advance(1);
    expect(told).toEqual(["attention"]);
    expect(clock.pending()).toBe(0);
    expect(await keys()).toEqual({ open: ["failed:a"], off: ["failed:b"] });
  });

  test("comes back, late by minutes, on a machine whose clock was set", async () => {
    const { attention, clock, told, inAnHour } = await setUp();
    await attention.defer({ key: key("failed:a"), until: inAnHour });
    told.splice(0);
    clock.jump(2 * hourMs);
    clock.advance(15 * 60_000);
    expect(told).toEqual(["attention"]);
  });

  test("until a far day is waited for in steps that a timer can take", async () => {
    const { attention, clock, told } = await setUp();
    const farMs = 100 * 24 * hourMs; // more than 2^31 milliseconds
    await attention.defer({ key: key("failed:a"), until: new Date(clock.now() + farMs).toISOString() });
    told.splice(0);
    clock.advance(farMs - 1);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(["attention"]);
  });

  test("can be called back, and put off again for another while", async () => {
    const { attention, clock, keys, onDisk, inAnHour } = await setUp();
    await attention.defer({ key: key("failed:a"), until: inAnHour });
    expect(await attention.recall(key("failed:a"))).toMatchObject({ ok: true, value: { deferred: null } });
    expect(clock.pending()).toBe(0);
    expect(onDisk()).toEqual({});
    expect(await keys()).toEqual({ open: ["failed:a", "failed:b"], off: [] });
    expect(await attention.recall(key("failed:a"))).toMatchObject({ ok: true, value: { deferred: null } });
    await attention.defer({ key: key("failed:a"), until: null });
    await attention.defer({ key: key("failed:a"), until: inAnHour });
    expect(onDisk()).toMatchObject({ [key("failed:a")]: { until: inAnHour } });
  });

  test("keeps an offset of the person's as one time", async () => {
    const { attention, onDisk } = await setUp();
    await attention.defer({ key: key("failed:a"), until: "2026-01-01T09:00:00+02:00" });
    expect(onDisk()).toMatchObject({ [key("failed:a")]: { until: "2026-01-01T07:00:00.000Z" } });
  });

  test("is forgotten at the next change once its cause is gone, unless that is not known", async () => {
    const { attention, now, onDisk } = await setUp();
    await attention.defer({ key: key("failed:a"), until: null });
    now.found = { causes: [causeOf("failed:b")], unknown: ["failed:"] };
    await attention.defer({ key: key("failed:b"), until: null });
    expect(Object.keys(onDisk())).toEqual(["failed:a", "failed:b"]);
    now.found = { causes: [causeOf("failed:b")], unknown: [] };
    await attention.recall(key("failed:b"));
    expect(onDisk()).toEqual({});
  });

  test("by many at once is all kept", async () => {
    const { attention, now, onDisk } = await setUp();
    const names = Array.from({ length: 20 }, (_, i) => `failed:${i}`);
    now.found = { causes: names.map(causeOf), unknown: [] };
    await Promise.all(names.map((name) => attention.defer({ key: key(name), until: null })));
    expect(Object.keys(onDisk()).sort()).toEqual(names.toSorted());
  });

  test.each<[string, { key: AttentionKey; until: string | null }, string]>([
    ["nothing has", { key: key("failed:x"), until: null }, "not_found"],
    ["is to come back before now", { key: key("failed:a"), until: "2025-12-31T23:59:59Z" }, "bad_shape"],
    ["is to come back now", { key: key("failed:a"), until: "2026-01-01T00:00:00Z" }, "bad_shape"],
  ])("by a key that %s is refused, and nothing is written", async (_what, request, code) => {
    const { attention, home } = await setUp();
    expect(await attention.defer(request)).toMatchObject({ ok: false, problem: { code } });
    expect(existsSync(home.deferred)).toBe(false);
  });

  test("on a disk that takes nothing is not put off, and says so", async () => {
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const disk = { ...systemDisk, replace: () => Promise.reject(full) };
    const { attention, keys, told } = await setUp(someHome(), disk);
    await expect(attention.defer({ key: key("failed:a"), until: null })).rejects.toBe(full);
    expect(await keys()).toMatchObject({ off: [] });
    expect(told).toEqual([]);
  });
});

test("a spent quota that is free again is told of by itself", async () => {
  const { now, news, clock, told, inAnHour } = await setUp();
  const since = "2026-01-01T00:00:00.000Z";
  now.quota = { pausedUntil: inAnHour, since, byCommission: null, message: "m", probe: null };
  news.tell("quota");
  expect(told.splice(0)).toEqual(["quota", "attention"]);
  clock.advance(hourMs);
  expect(told).toEqual(["quota", "attention"]);
  expect(clock.pending()).toBe(0);
});

test("a hall that stops leaves no timer, also of what is just being put off", async () => {
  const { attention, clock, inAnHour } = await setUp();
  await attention.defer({ key: key("failed:a"), until: inAnHour });
  expect(clock.pending()).toBe(1);
  const late = attention.defer({ key: key("failed:b"), until: inAnHour });
  attention.close();
  expect(clock.pending()).toBe(0);
  expect(await late).toMatchObject({ ok: true });
  expect(clock.pending()).toBe(0);
});

describe("deferred.json", () => {
  test.each(["{", "{}", '{"version":2,"deferred":{}}', '{"version":1,"deferred":{"../x":{}}}', "[]"])(
    "that holds %p is set aside and named, and what was put off needs the person again",
    async (text) => {
      const home = someHome();
      writeFileSync(home.deferred, text);
      const { deferredItems, keys } = await setUp(home);
      expect(deferredItems.problems).toEqual([
        "deferred.json cannot be read and was set aside as deferred.json.damaged.",
      ]);
      expect(readFileSync(`${home.deferred}.damaged`, "utf8")).toBe(text);
      expect(await keys()).toEqual({ open: ["failed:a", "failed:b"], off: [] });
    },
  );

  test("that cannot be looked at is named and left alone", async () => {
    const home = someHome();
    mkdirSync(home.deferred);
    const { deferredItems } = await setUp(home);
    expect(deferredItems.problems).toEqual([expect.stringContaining("was left alone")]);
    expect(existsSync(home.deferred)).toBe(true);
  });
});
