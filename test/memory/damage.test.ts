// A log that was hurt: the entries are not, and where nobody knows any more whose words they are, they count as a stranger's.
import { expect, test } from "bun:test";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { problemOfThrown } from "../../src/daemon/http/answers.ts";
import {
  byWorker,
  globalScope as scope,
  keyOf,
  person,
  someMemory,
  type SomeMemory,
  workerOf,
} from "./support.ts";

const key = keyOf("notes");
const log = (memory: SomeMemory) => memory.path("global/.history/log.jsonl");

async function twoVersions(): Promise<SomeMemory> {
  const memory = someMemory();
  await memory.store.write({ scope, key, content: "one", ...byWorker });
  await memory.store.write({ scope, key, content: "two", ...byWorker, by: workerOf("2"), untrusted: true });
  return memory;
}

test("a torn last line is passed over, and cut by the next who writes", async () => {
  const memory = await twoVersions();
  appendFileSync(log(memory), '{"v":1,"at":"2026');
  expect(await memory.store.find(scope, key)).toMatchObject({ entry: { version: 2, by: workerOf("2") } });
  await memory.store.write({ scope, key, content: "three", ...byWorker });
  expect(await memory.store.history(scope, key)).toHaveLength(3);
  expect(memory.warnings).toEqual([]);
});

test("a line that cannot be read costs its own provenance: the log is set aside and named, and the words stay", async () => {
  const memory = await twoVersions();
  const text = readFileSync(log(memory), "utf8");
  const lines = text.split("\n");
  const damaged = lines.map((line) => (line.includes('"version":2') ? line.slice(0, 40) : line)).join("\n");
  writeFileSync(log(memory), damaged);
  expect(await memory.store.find(scope, key)).toMatchObject({
    content: "two",
    entry: { by: person, untrusted: true },
  });
  const [aside = ""] = readdirSync(memory.path("global/.history")).filter((name) => name.includes("damaged"));
  expect(readFileSync(memory.path(`global/.history/${aside}`), "utf8")).toBe(damaged);
  expect(memory.warnings.join()).toContain(aside);
  // What could be read is still known, no number comes again, and the next look finds nothing wrong.
  const history = await memory.store.history(scope, key);
  expect(history.map(({ version, change }) => [version, change])).toEqual([
    [3, "edited"],
    [1, "written"],
  ]);
  expect(memory.warnings).toHaveLength(1);
});

test("a log that is gone leaves the entries, and its lock and words are made again", async () => {
  const memory = await twoVersions();
  rmSync(memory.path("global/.history"), { recursive: true });
  expect(await memory.store.find(scope, key)).toMatchObject({ content: "two", entry: { version: 1 } });
});

test("a log of a newer release is left as it is", async () => {
  const memory = await twoVersions();
  const text = `${readFileSync(log(memory), "utf8")}{"v":2,"key":"notes"}\n`;
  writeFileSync(log(memory), text);
  await expect(memory.store.list(scope)).rejects.toThrow("newer release");
  expect(problemOfThrown(await memory.store.list(scope).catch((error: unknown) => error))).toMatchObject({
    code: "newer",
    message: expect.stringContaining("newer release"),
  });
  await expect(memory.store.write({ scope, key, content: "x", ...byWorker })).rejects.toThrow(
    "newer release",
  );
  expect(readFileSync(log(memory), "utf8")).toBe(text);
});

test("words of an old version that were changed on disk are nobody's words", async () => {
  const memory = await twoVersions();
  const texts = memory.path("global/.history/texts");
  for (const name of readdirSync(texts)) writeFileSync(`${texts}/${name}`, "forged");
  expect(await memory.store.findVersion(scope, key, 1)).toBeUndefined();
  expect(await memory.store.find(scope, key)).toMatchObject({ content: "two" });
  expect(await memory.store.revert({ scope, key, version: 1, by: person })).toMatchObject({ ok: false });
});
