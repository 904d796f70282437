// A compaction on a real disk: what it makes, what it leaves, and what it may never lose.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Compaction, compactedKey, maxEntryBytes } from "../../../src/contract/memory/memory.ts";
import { byPerson, byWorker, choreOf, globalScope as scope, keyOf, someMemory, workerOf } from "./support.ts";

const keys = ["a", "b", "c"].map(keyOf);

async function threeEntries() {
  const memory = someMemory();
  for (const key of keys) await memory.store.write({ scope, key, content: `words of ${key}`, ...byWorker });
  return memory;
}

function order(change: Partial<Compaction> = {}, commission = "9") {
  const entries = keys.map((key) => ({ key, version: 1 }));
  const compaction: Compaction = { kind: "compaction", scope, entries, keeps: null, ...change };
  return {
    compaction,
    summary: "a, b and c said words",
    by: choreOf(commission),
    untrusted: false,
    rehearsed: false,
  };
}

const namesOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key).sort();

test("what was condensed is one entry, the originals are in the trash, and each can be brought back", async () => {
  const { store, root } = await threeEntries();
  const { entry, stayed, reason } = await store.compact(order());
  expect({ stayed, reason, by: entry?.by }).toEqual({ stayed: [], reason: null, by: choreOf("9") });
  expect(namesOf(await store.list(scope))).toEqual(["compacted"]);
  expect((await store.find(scope, compactedKey))?.content).toMatch(
    /^## Condensed at 2026-11-15T\S+\n\na, b and c said words\n$/,
  );
  const trash = readdirSync(`${root}/trash`).sort();
  expect(trash.map((name) => readFileSync(`${root}/trash/${name}`, "utf8"))).toEqual([
    "words of a",
    "words of b",
    "words of c",
  ]);
  const [a = keyOf("a")] = keys;
  expect((await store.history(scope, a))[0]).toMatchObject({ change: "compacted", by: choreOf("9") });
  await store.revert({ scope, key: a, version: 1, by: { kind: "person" } });
  expect(await store.find(scope, a)).toMatchObject({ content: "words of a" });
});

test.each(["", " \n\t "])("an empty summary (%j) changes nothing", async (summary) => {
  const { store, root } = await threeEntries();
  expect(await store.compact({ ...order(), summary })).toMatchObject({ entry: null, stayed: keys });
  expect(namesOf(await store.list(scope))).toEqual(["a", "b", "c"]);
  expect(readdirSync(root)).not.toContain("trash");
});

test("a key that was written, edited or forgotten meanwhile stays as it is", async () => {
  const { store, path } = await threeEntries();
  const [a = keyOf("a"), b = keyOf("b"), c = keyOf("c")] = keys;
  await store.write({ scope, key: a, content: "newer words", ...byWorker, by: workerOf("2") });
  writeFileSync(path(`global/${b}.md`), "by hand");
  expect(await store.compact(order())).toMatchObject({ entry: { key: compactedKey }, stayed: [a, b] });
  expect(await store.find(scope, a)).toMatchObject({ content: "newer words" });
  expect(await store.find(scope, b)).toMatchObject({ content: "by hand" });
  expect(await store.find(scope, c)).toBeUndefined();
});

test("where all of them changed meanwhile, nothing is written", async () => {
  const { store } = await threeEntries();
  for (const key of keys) await store.forget({ scope, key, ...byPerson });
  expect(await store.compact(order())).toMatchObject({ entry: null, stayed: keys });
  expect(await store.list(scope)).toEqual([]);
});

test("a second compaction keeps the first one's words, and repeats of either add nothing", async () => {
  const { store } = await threeEntries();
  await store.compact(order());
  const first = (await store.find(scope, compactedKey))?.content ?? "";
  await store.write({ scope, key: keyOf("d"), content: "words of d", ...byWorker, untrusted: true });
  const second = order({ entries: [{ key: keyOf("d"), version: 1 }], keeps: 1 }, "10");
  expect(await store.compact(second)).toMatchObject({ entry: { version: 2, untrusted: true } });
  const both = (await store.find(scope, compactedKey))?.content ?? "";
  expect(both.startsWith(first)).toBe(true);
  expect(both.match(/## Condensed/g)).toHaveLength(2);
  for (const again of [second, order()]) expect(await store.compact(again)).toMatchObject({ reason: null });
  expect((await store.find(scope, compactedKey))?.content).toBe(both);
  // Even once a person has changed what came of it.
  await store.write({ scope, key: compactedKey, content: "shorter", ...byPerson });
  await store.compact(second);
  expect(await store.find(scope, compactedKey)).toMatchObject({ content: "shorter" });
});

test("what was compacted is condensed itself where it is among the entries, and its old words are kept", async () => {
  const { store, root } = await threeEntries();
  await store.write({ scope, key: compactedKey, content: "older facts", ...byPerson });
  const entries = [...keys, compactedKey].map((key) => ({ key, version: 1 }));
  await store.compact(order({ entries }));
  expect((await store.find(scope, compactedKey))?.content).not.toContain("older facts");
  expect(await store.findVersion(scope, compactedKey, 1)).toBe("older facts");
  const trash = readdirSync(`${root}/trash`).map((name) => readFileSync(`${root}/trash/${name}`, "utf8"));
  expect(trash).toContain("older facts");
});

test("what was compacted and changed since it was read is added to, not replaced", async () => {
  const { store } = await threeEntries();
  await store.write({ scope, key: compactedKey, content: "older facts", ...byPerson });
  await store.write({ scope, key: compactedKey, content: "a person's facts", ...byPerson });
  const entries = [...keys, compactedKey].map((key) => ({ key, version: 1 }));
  await store.compact(order({ entries }));
  expect((await store.find(scope, compactedKey))?.content).toStartWith("a person's facts\n\n## Condensed");
});

test("a mark of any of the entries is a mark of what was made of them", async () => {
  const { store } = someMemory();
  const marks = [
    { untrusted: false, rehearsed: false },
    { untrusted: true, rehearsed: false },
    { untrusted: false, rehearsed: true },
  ];
  for (const [index, key] of keys.entries())
    await store.write({ scope, key, content: `words of ${key}`, ...byWorker, ...marks[index] });
  expect(await store.compact(order())).toMatchObject({ entry: { untrusted: true, rehearsed: true } });
});

test("what would be larger than an entry may be is told, and changes nothing", async () => {
  const { store } = await threeEntries();
  await store.write({ scope, key: compactedKey, content: "x".repeat(maxEntryBytes - 10), ...byPerson });
  const outcome = await store.compact(order({ keeps: 1 }));
  expect(outcome).toMatchObject({ entry: null, stayed: keys });
  expect(outcome.reason).toContain("at most 65536");
  expect(await store.list(scope)).toHaveLength(4);
});
