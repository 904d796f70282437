// The scopes that one worker is told in one prompt: what does not fit it is condensed, on a real memory and ledger.
import { afterEach, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { memoryScope, type MemoryScope } from "../../../src/contract/memory/memory.ts";
import { dueCompaction } from "../../../src/rules/memory/compaction.ts";
import type { MemoryStore } from "../../../src/store/memory/memory-store.ts";
import { choose } from "../../../src/workbench/work/memory.ts";
import { closeConductors } from "../../harness/conductor.ts";
import { someProject } from "../../harness/ledger/histories.ts";
import { byWorker, keyOf } from "../../store/memory/support.ts";
import { ended, setUp, type Settings, submitted, website } from "./chore-desk.ts";

afterEach(closeConductors);

const project = memoryScope.parse("project:website");
const worker = memoryScope.parse("worker:scholar");
const global = memoryScope.parse("global");
const together = [global, project, worker];

const { memory } = defaultConfig;
const usual: Settings = { memory, projects: { [website]: someProject({}) } };

interface Notes {
  count: number;
  tokens: number;
}

async function write(store: MemoryStore, scope: MemoryScope, { count, tokens }: Notes): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const content = "x".repeat(tokens * 4);
    await store.write({ scope, key: keyOf(`note-${at}`), content, ...byWorker });
  }
}

const leftOut = async (store: MemoryStore, capTokens = memory.capTokens) =>
  (await choose(store, { scopes: together, capTokens })).leftOut.count;

/** No scope is over the threshold by its own words: each by itself would be left alone. */
async function expectNoneDueAlone(store: MemoryStore): Promise<void> {
  for (const scope of together) {
    const entries = await store.list(scope);
    expect(dueCompaction({ scope, entries, thresholds: memory, isLive: false, last: null })).toBeNull();
  }
}

test.each([
  ["two scopes of 7,000 tokens", [[global, { count: 7, tokens: 1000 }], [project, { count: 7, tokens: 1000 }]]],
  ["one of 7,900 in many small notes", [[project, { count: 158, tokens: 50 }]]],
  ["one of 7,900 that only its worker is told", [[worker, { count: 158, tokens: 50 }]]],
  ["three of 3,000", [[global, { count: 6, tokens: 500 }], [project, { count: 6, tokens: 500 }], [worker, { count: 6, tokens: 500 }]]],
] as [string, [MemoryScope, Notes][]][])("%s are condensed until a worker is told all that is left", async (_, written) => {
  const { store, chores, all, looks, play } = await setUp({}, usual);
  for (const [scope, notes] of written) await write(store, scope, notes);
  expect(await leftOut(store)).toBeGreaterThan(0);
  await expectNoneDueAlone(store);
  chores.touched(written[0]?.[0] as MemoryScope);
  await looks();
  for (let chore = 1; all().length === chore; chore += 1) {
    expect((await play([submitted, ended]))?.condensed.length).toBeGreaterThan(0);
    await looks();
  }
  expect(all().length).toBeGreaterThan(0);
  expect(await leftOut(store)).toBe(0);
  await chores.stop();
}); // prettier-ignore

test("what fits one prompt together is left alone", async () => {
  const { store, chores, all, looks } = await setUp({}, usual);
  for (const scope of together) await write(store, scope, { count: 2, tokens: 1250 });
  expect(await leftOut(store)).toBe(0);
  chores.reconsider();
  await looks();
  expect(all()).toEqual([]);
  await chores.stop();
});

test("the largest is condensed, and the room that its task names fits the prompt beside the others", async () => {
  const { store, chores, all, looks, ledger } = await setUp({}, usual);
  await write(store, global, { count: 3, tokens: 1000 });
  await write(store, project, { count: 6, tokens: 1000 });
  chores.touched(global);
  await looks();
  expect(all().map(({ chore }) => chore?.scope as string)).toEqual(["project:website"]);
  const { task } = (await ledger.find(all()[0]?.id as never))?.record.request ?? {};
  expect(task).toContain("There is room for 7 kB.");
  await chores.stop();
});

test("a project's own smaller cap condenses its own notes, and none that other projects are told", async () => {
  const projects = { [website]: someProject({ memory: { capTokens: 1000, compactAtTokens: 1000 } }) };
  const { store, chores, all, looks, play } = await setUp({}, { memory, projects });
  await write(store, global, { count: 4, tokens: 500 });
  await write(store, project, { count: 9, tokens: 100 });
  chores.reconsider();
  await looks();
  expect(all().map(({ chore }) => chore?.scope as string)).toEqual(["project:website"]);
  await play([submitted, ended]);
  await looks();
  expect(all()).toHaveLength(1);
  await chores.stop();
});

test("a person who sets the threshold above the cap has notes left alone that no worker is told", async () => {
  const never = { ...usual, memory: { ...memory, compactAtTokens: 1_000_000 } };
  const { store, chores, all, looks } = await setUp({}, never);
  for (const scope of together) await write(store, scope, { count: 7, tokens: 1000 });
  expect(await leftOut(store)).toBeGreaterThan(0);
  chores.reconsider();
  await looks();
  expect(all()).toEqual([]);
  await chores.stop();
});
