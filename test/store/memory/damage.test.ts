// A log that was hurt: the entries are not, and where nobody knows any more whose words they are, they count as a stranger's.
import { expect, test } from "bun:test";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { problemOfThrown } from "../../../src/hall/http/answers.ts";
import { flipped, someBits } from "../../harness/ledger/flip.ts";
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

const marked = { ...byWorker, untrusted: true, rehearsed: true };

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["one bit of it is flipped", (bytes) => flipped(bytes, 50)],
  ["one byte of it is another", (bytes) => Buffer.from(bytes.toString().replace("keys", "kexs"))],
  ["it is empty", () => Buffer.alloc(0)],
  ["its end is zeroes", (bytes) => bytes.fill(0, 10)],
  ["it is cut within a word", (bytes) => bytes.subarray(0, 8)],
])("an entry whose file is damaged keeps its marks and is named: %s", async (_how, harm) => {
  const memory = someMemory();
  await memory.store.write({ scope, key, content: "Idempotency keys live for a day.\n", ...marked });
  const file = memory.path("global/notes.md");
  writeFileSync(file, harm(readFileSync(file)));
  expect(await memory.store.find(scope, key)).toMatchObject({
    entry: { version: 2, untrusted: true, rehearsed: true, suspect: true },
  });
  expect(memory.warnings.join()).toMatch(/notes\.md was changed in a way that looks like damage\. Version 1/);
  expect(await memory.store.findVersion(scope, key, 1)).toBe("Idempotency keys live for a day.\n");
  expect(await memory.store.revert({ scope, key, version: 1, by: person })).toMatchObject({
    entry: { version: 3, untrusted: true, rehearsed: true },
  });
  expect((await memory.store.find(scope, key))?.entry).not.toHaveProperty("suspect");
});

test("an entry whose file is no text any more is named, and its marks come back with its words", async () => {
  const memory = someMemory();
  await memory.store.write({ scope, key, content: "Idempotency keys live for a day.\n", ...marked });
  const file = memory.path("global/notes.md");
  const before = readFileSync(file);
  writeFileSync(file, flipped(before, 7));
  expect(await memory.store.list(scope)).toEqual([]);
  expect(memory.warnings).toEqual([expect.stringMatching(/notes\.md is not text any more\. Version 1/)]);
  writeFileSync(file, before);
  expect(await memory.store.find(scope, key)).toMatchObject({
    entry: { version: 1, untrusted: true, rehearsed: true },
  });
});

test.each([
  ["a word", "Idempotency keys live for an hour.\n"],
  ["a line more", "Idempotency keys live for a day.\nNot longer.\n"],
  ["other words", "Nothing of that.\n"],
])("control: what a person edits, %s, is theirs and has no mark", async (_what, content) => {
  const memory = someMemory();
  await memory.store.write({ scope, key, content: "Idempotency keys live for a day.\n", ...marked });
  writeFileSync(memory.path("global/notes.md"), content);
  const found = await memory.store.find(scope, key);
  expect(found).toMatchObject({ content, entry: { by: person, untrusted: false, rehearsed: false } });
  expect(found?.entry).not.toHaveProperty("suspect");
  expect(memory.warnings).toEqual([]);
});

test("one flipped bit of the log is noticed wherever it is, and costs no mark", async () => {
  const sound = await twoVersions();
  const text = readFileSync(log(sound));
  for (const bit of someBits(60, text.length - 1)) {
    const memory = await twoVersions();
    writeFileSync(log(memory), flipped(readFileSync(log(memory)), bit));
    const found = await memory.store.find(scope, key);
    expect(found).toMatchObject({ content: "two", entry: { untrusted: true } });
    const history = await memory.store.history(scope, key);
    const isAsBefore =
      history.map(({ version, change }) => `${version} ${change}`).join() === "2 written,1 written";
    expect(isAsBefore || memory.warnings.length > 0).toBe(true);
  }
});

test("control: in a log without hashes some flips are noticed by nobody", async () => {
  const memory = await twoVersions();
  const lines = readFileSync(log(memory), "utf8").replaceAll(/,"hash":"[0-9a-f]{16}"\}/g, "}");
  writeFileSync(log(memory), lines.replace('"worker":"scholar"', '"worker":"scholas"'));
  await memory.store.find(scope, key);
  expect(memory.warnings).toEqual([]);
  expect((await memory.store.history(scope, key)).map(({ by }) => JSON.stringify(by)).join()).toContain(
    "scholas",
  );
});
