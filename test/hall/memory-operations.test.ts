// What the HTTP door asks of the memory, on a real disk.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { memoryScope } from "../../src/contract/memory/memory.ts";
import { hallConfig } from "../../src/contract/home/config.ts";
import { createMemoryOperations } from "../../src/hall/operations/memory-operations.ts";
import type { MemoryStore } from "../../src/store/memory/memory-store.ts";
import { byWorker, keyOf, someMemory } from "../store/memory/support.ts";

function operationsOn(memory: MemoryStore) {
  const config = hallConfig.parse({});
  return createMemoryOperations({
    memory,
    config: { now: () => config },
    touched: () => undefined,
  });
}

test("a scope that cannot be read is told as that, and hides no other", async () => {
  const { store, path } = someMemory();
  for (const name of ["global", "project:alpha", "worker:scholar"])
    await store.write({ scope: memoryScope.parse(name), key: keyOf("notes"), content: "words", ...byWorker });
  appendFileSync(path("projects/alpha/.history/log.jsonl"), '{"v":2}\n');
  writeFileSync(path("workers/a-file"), "");
  const found = await operationsOn(store).memoryScopes({});
  const scopes = found.ok ? found.value.scopes : [];
  expect(scopes.map(({ scope, entries, problem }) => [scope, entries, problem !== null])).toEqual([
    ["global" as never, 1, false],
    ["project:alpha" as never, 0, true],
    ["worker:scholar" as never, 1, false],
  ]);
  expect(scopes[1]?.problem).toContain("newer release");
});

test("while many scopes are looked at, others have their turn", async () => {
  const { store, path } = someMemory();
  const count = 20;
  for (let n = 0; n < count; n += 1) {
    mkdirSync(path(`projects/p${n}`), { recursive: true });
    writeFileSync(path(`projects/p${n}/notes.md`), "words");
  }
  await operationsOn(store).memoryScopes({});
  // Known beforehand: what is counted are the looks alone.
  const scopes = await store.scopes();
  const operations = operationsOn({ ...store, scopes: async () => scopes });
  let isDone = false;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await operations.memoryScopes({});
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(count);
});
