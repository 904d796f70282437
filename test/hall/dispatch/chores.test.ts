// The desk of the hall's chores, on a real ledger and a real memory, with workbenches and a clock that the test moves.
import { afterEach, expect, test } from "bun:test";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { memoryLayout, type MemoryLayout } from "../../../src/contract/memory/memory-layout.ts";
import { memoryScope } from "../../../src/contract/memory/memory.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { begun, closeConductors, request, settled } from "../../harness/conductor.ts";
import { byPerson, keyOf } from "../../store/memory/support.ts";
import { ended, scope, setUp, submitted } from "./chore-desk.ts";

afterEach(closeConductors);

test("at a start every scope is looked at, once things have settled, and one chore is taken on for each", async () => {
  const { chores, fill, all, looks, ledger } = await setUp();
  await fill();
  await fill(memoryScope.parse("global"));
  chores.reconsider();
  expect(all()).toEqual([]);
  await looks();
  expect(all().map(({ chore }) => chore?.scope as string)).toEqual(["global", "project:website"]);
  const [, website] = all();
  const { request: accepted } = (await ledger.find(website?.id as never))?.record ?? {};
  expect(accepted).toMatchObject({
    worker: "archivist",
    createdBy: "hall",
    labels: ["chore"],
    title: "Condense the memory of project:website",
    project: "website",
    config: { maxTurns: 3, maxBudgetUsd: 0.5, tools: ["mcp__commission__submit_result"] },
  });
  expect(accepted?.task).toContain('# Note "note-0" (written ');
  expect(accepted?.task).toContain("There is room for 1 kB.");
  chores.reconsider();
  await looks();
  expect(all()).toHaveLength(2);
  await chores.stop();
});

test("a scope that cannot be read keeps no other waiting", async () => {
  const { chores, fill, all, looks, home } = await setUp();
  await fill();
  const global = memoryScope.parse("global");
  await fill(global);
  appendFileSync(memoryLayout(home, global).log, '{"v":2}\n');
  writeFileSync(`${home.memory}/projects/a-file`, "");
  chores.reconsider();
  await looks();
  expect(all().map(({ chore }) => chore?.scope as string)).toEqual(["project:website"]);
  await chores.stop();
});

test("without a model nothing is looked at by itself", async () => {
  const { chores, fill, all, looks } = await setUp({ hasModel: false });
  await fill();
  chores.reconsider();
  chores.touched(scope);
  await looks();
  expect(all()).toEqual([]);
  expect(await chores.ask(scope, null)).toMatchObject({ ok: false, problem: { code: "no_model" } });
  expect(await chores.ask(scope, "version: 1")).toMatchObject({ ok: true });
  expect(await chores.ask(scope, "version: 1")).toMatchObject({
    ok: false,
    problem: { code: "wrong_state" },
  });
  await chores.stop();
});

test("what a commission wrote is looked at when it has ended, and not before", async () => {
  const { conductor, accept, bench, tell, ledger, chores, fill, all, looks } = await setUp();
  const id = await accept(conductor, request);
  await settled(async () => (await ledger.find(id))?.status === "dispatched");
  await fill();
  const written: FactBody = { type: "memory.written", callKey: "w", scope, key: keyOf("note-0"), version: 1 };
  bench.say({ id, bench: 1 }, ...begun, written);
  tell(id);
  await settled(async () => ((await ledger.find(id))?.record.benchSeq ?? 0) >= 3);
  await looks();
  expect(all()).toEqual([]);
  bench.say({ id, bench: 1 }, submitted, ended);
  bench.die({ id, bench: 1 });
  tell(id);
  await settled(async () => (await ledger.find(id))?.status === "completed");
  await looks();
  expect(all()).toHaveLength(1);
  await chores.stop();
});

test.each([
  ["an empty result", [{ ...submitted, output: "" }, ended]],
  ["last words and no result", [ended]],
  ["an API that refuses", [{ type: "session.ended", end: { how: "api", status: 400, message: "no" } }]],
  ["a limit that is reached", [{ type: "session.ended", end: { how: "budget", limitUsd: 0.5 } }]],
] as [string, FactBody[]][])(
  "a chore that ends with %s changes nothing and is not repeated",
  async (_, facts) => {
    const { store, chores, fill, all, looks, play } = await setUp();
    await fill();
    const before = await store.list(scope);
    chores.touched(scope);
    await looks();
    expect(await play(facts)).toMatchObject({
      condensed: [],
      note: expect.stringContaining("Nothing was changed."),
    });
    await looks();
    chores.reconsider();
    await looks();
    expect(all()).toHaveLength(1);
    expect(await store.list(scope)).toEqual(before);
    await chores.stop();
  },
);

test("a chore that is through is applied before it ends, and one that came to nothing is not repeated", async () => {
  const { store, chores, fill, all, looks, play } = await setUp();
  await fill();
  chores.touched(scope);
  await looks();
  expect(await play([{ ...submitted, output: "" }, ended])).toMatchObject({ condensed: [] });
  await looks();
  chores.reconsider();
  await looks();
  expect(all()).toHaveLength(1);
  expect(await store.list(scope)).toHaveLength(6);

  await store.write({ scope, key: keyOf("note-5"), content: "A person's.", ...byPerson });
  chores.touched(scope);
  await looks();
  expect(all()).toHaveLength(2);
  expect((await play([submitted, ended]))?.condensed).toEqual(
    ["note-0", "note-1", "note-2", "note-3", "note-4"].map(keyOf),
  );
  const entries = await store.list(scope);
  expect(new Set(entries.map(({ key }) => key as string))).toEqual(new Set(["compacted", "note-5"]));
  await chores.stop();
});

test.each([
  ["has a log of a newer release", (layout: MemoryLayout) => appendFileSync(layout.log, '{"v":2}\n')],
  [
    "cannot be written to",
    (layout: MemoryLayout) => {
      rmSync(layout.texts, { recursive: true });
      writeFileSync(layout.texts, "");
    },
  ],
])("a chore whose memory %s ends, and keeps no other waiting", async (_why, spoil) => {
  const { chores, fill, looks, play, home } = await setUp();
  await fill();
  chores.touched(scope);
  await looks();
  spoil(memoryLayout(home, scope));
  expect(await play([submitted, ended])).toMatchObject({
    condensed: [],
    note: expect.stringContaining("The memory could not be changed: "),
  });
  await chores.stop();
});
