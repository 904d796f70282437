// Many who write at once: in processes of their own, and in one.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { byWorker, globalScope as scope, keyOf, someMemory, workerOf } from "./support.ts";

const key = keyOf("shared");
const names = Array.from({ length: 10 }, (_, n) => String(n));

test("ten processes that write one key leave ten versions, and the last of them in the file", async () => {
  const { root, store, path } = someMemory();
  const program = new URL("writer.ts", import.meta.url).pathname;
  const writers = names.map((name) =>
    Bun.spawn([process.execPath, program, root, name], { stdin: "pipe", stdout: "pipe" }),
  );
  const readers = writers.map((writer) => writer.stdout.getReader());
  for (const reader of readers) await reader.read();
  for (const { stdin } of writers) {
    void stdin.write("go\n");
    await stdin.end();
  }
  const answers = await Promise.all(
    readers.map(async (reader) => new TextDecoder().decode((await reader.read()).value)),
  );
  expect(await Promise.all(writers.map(({ exited }) => exited))).toEqual(names.map(() => 0));
  expect(answers.map((answer) => JSON.parse(answer).entry.version).sort((a, b) => a - b)).toEqual(
    names.map((_, n) => n + 1),
  );
  const history = await store.history(scope, key);
  expect(history.map(({ version }) => version)).toEqual(names.map((_, n) => 10 - n));
  const words = await Promise.all(history.map(({ version }) => store.findVersion(scope, key, version)));
  expect(words.map(String).sort((one, other) => (one < other ? -1 : 1))).toEqual(
    names.map((name) => `words of ${name}`),
  );
  expect(readFileSync(path("global/shared.md"), "utf8")).toBe(words[0] ?? "");
  expect(history.every(({ change }) => change === "written")).toBe(true);
}, 30_000);

test("forty writes at once in one process are forty versions, and readers meanwhile see whole entries", async () => {
  const { store } = someMemory();
  const order = (n: number) => ({ scope, key, content: `words ${n}`, ...byWorker, by: workerOf(String(n)) });
  const writing = Array.from({ length: 40 }, (_, n) => store.write(order(n)));
  const found = await Promise.all(Array.from({ length: 20 }, () => store.find(scope, key)));
  for (const one of found) if (one) expect(one.content).toMatch(/^words \d+$/);
  const outcomes = await Promise.all(writing);
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  const history = await store.history(scope, key);
  expect(history).toHaveLength(40);
  expect(new Set(history.map(({ version }) => version)).size).toBe(40);
}, 30_000);
