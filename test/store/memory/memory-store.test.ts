// The memory on a real disk: what every change leaves behind, and what it makes of what people do with the files.
import { expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { maxEntryBytes, memoryScope } from "../../../src/contract/memory/memory.ts";
import { type PlainFiles, plainFiles } from "../../../src/host/files/plain-files.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { tempDir } from "../../harness/temp.ts";
import { byPerson, byWorker, globalScope as scope, keyOf, person, someMemory, workerOf } from "./support.ts";

const key = keyOf("notes");

test("what is written is the file, word for word, and can be found, listed and told apart by version", async () => {
  const { store, path } = someMemory();
  const first = await store.write({ scope, key, content: "one\n", ...byWorker, untrusted: true });
  expect(first).toMatchObject({ ok: true, entry: { version: 1, bytes: 4, tokens: 1, untrusted: true } });
  expect(await store.write({ scope, key, content: "two ü", ...byPerson })).toMatchObject({
    entry: { version: 2, bytes: 6, tokens: 2 },
  });
  expect(readFileSync(path("global/notes.md"), "utf8")).toBe("two ü");
  expect(await store.find(scope, key)).toMatchObject({ content: "two ü", entry: { version: 2, by: person } });
  expect((await store.history(scope, key)).map(({ version, change }) => [version, change])).toEqual([
    [2, "written"],
    [1, "written"],
  ]);
  expect(await store.findVersion(scope, key, 1)).toBe("one\n");
  expect(await store.list(scope)).toMatchObject([{ key, version: 2 }]);
  expect(await store.scopes()).toEqual([scope]);
  expect(await store.find(scope, keyOf("other"))).toBeUndefined();
  expect(await store.list(memoryScope.parse("worker:nobody"))).toEqual([]);
});

test("the three scopes lie in directories of their own", async () => {
  const { store, path } = someMemory();
  for (const name of ["worker:scholar", "global", "project:alpha"])
    await store.write({ scope: memoryScope.parse(name), key, content: name, ...byWorker });
  expect(readFileSync(path("global/notes.md"), "utf8")).toBe("global");
  expect(readFileSync(path("projects/alpha/notes.md"), "utf8")).toBe("project:alpha");
  expect(readFileSync(path("workers/scholar/notes.md"), "utf8")).toBe("worker:scholar");
  expect(await store.scopes()).toEqual(["global", "project:alpha", "worker:scholar"] as never);
});

test("the same call, and the same words of the same commission, are one version", async () => {
  const { store } = someMemory();
  const order = { scope, key, content: "one", ...byWorker, call: "c:1" };
  await store.write(order);
  expect(await store.write(order)).toMatchObject({ entry: { version: 1 } });
  expect(await store.write({ ...order, call: "c:2" })).toMatchObject({ entry: { version: 1 } });
  expect(await store.write({ ...order, content: "two", call: "c:3" })).toMatchObject({
    entry: { version: 2 },
  });
  // A late repetition of the first call does not undo the second.
  expect(await store.write(order)).toMatchObject({ entry: { version: 1 } });
  expect(await store.find(scope, key)).toMatchObject({ content: "two" });
  // The same words of another commission are its own.
  expect(await store.write({ ...order, content: "two", by: workerOf("2"), call: "d:1" })).toMatchObject({
    entry: { version: 3 },
  });
});

test("a version that was expected is held against the one that is there", async () => {
  const { store } = someMemory();
  expect(await store.write({ scope, key, content: "x", ...byPerson, ifVersion: 1 })).toMatchObject({
    problem: { code: "wrong_state" },
  });
  expect(await store.write({ scope, key, content: "one", ...byPerson, ifVersion: 0 })).toMatchObject({
    ok: true,
  });
  expect(await store.write({ scope, key, content: "x", ...byPerson, ifVersion: 0 })).toMatchObject({
    ok: false,
  });
  expect(await store.write({ scope, key, content: "two", ...byPerson, ifVersion: 1 })).toMatchObject({
    ok: true,
  });
  expect(await store.find(scope, key)).toMatchObject({ content: "two" });
});

test("an entry of 64 kB is kept, and one byte more is refused", async () => {
  const { store } = someMemory();
  const content = "ü".repeat(maxEntryBytes / 2);
  expect(await store.write({ scope, key, content, ...byPerson })).toMatchObject({ ok: true });
  expect(await store.write({ scope, key, content: `${content}x`, ...byPerson })).toMatchObject({
    problem: { code: "too_large" },
  });
  expect((await store.find(scope, key))?.content).toBe(content);
});

test("a forgotten entry is in the trash and in its history, and a revert brings words and mark back", async () => {
  const { store, root } = someMemory();
  await store.write({ scope, key, content: "one", ...byWorker, untrusted: true, rehearsed: true });
  await store.write({ scope, key, content: "two", ...byPerson });
  expect(await store.forget({ scope, key, ...byPerson })).toEqual({ ok: true, version: 3 });
  expect(await store.find(scope, key)).toBeUndefined();
  expect(await store.list(scope)).toEqual([]);
  const [trashed = ""] = readdirSync(`${root}/trash`);
  expect(trashed).toStartWith("memory.global.notes.v3-");
  expect(readFileSync(`${root}/trash/${trashed}`, "utf8")).toBe("two");
  expect(await store.forget({ scope, key, ...byPerson })).toMatchObject({ problem: { code: "not_found" } });
  expect(await store.revert({ scope, key, version: 3, by: person })).toMatchObject({ ok: false });
  expect(await store.revert({ scope, key, version: 1, by: person })).toMatchObject({
    entry: { version: 4, untrusted: true, rehearsed: true, by: person },
  });
  expect(await store.find(scope, key)).toMatchObject({ content: "one" });
  expect((await store.history(scope, key))[0]).toMatchObject({ change: "reverted", of: 1 });
});

const edits: Record<string, (file: string) => void> = {
  "in its place": (file) => appendFileSync(file, " and more"),
  "by an editor that writes a new file": (file) => {
    writeFileSync(`${file}.new`, "one and more");
    renameSync(`${file}.new`, file);
  },
};

test.each(Object.entries(edits))("a file changed %s is a person's version", async (_how, edit) => {
  const { store, path } = someMemory();
  await store.write({ scope, key, content: "one", ...byWorker, untrusted: true });
  edit(path("global/notes.md"));
  expect(await store.find(scope, key)).toMatchObject({
    content: "one and more",
    entry: { version: 2, by: person, untrusted: false },
  });
  expect((await store.history(scope, key))[0]).toMatchObject({ change: "edited" });
  expect(await store.findVersion(scope, key, 1)).toBe("one");
  // Looked at again, it is no new version; and words that come back are one.
  expect(await store.list(scope)).toMatchObject([{ version: 2 }]);
  writeFileSync(path("global/notes.md"), "one");
  expect(await store.find(scope, key)).toMatchObject({ entry: { version: 3, by: person } });
});

test("an edit that a write comes upon is kept as a version before it", async () => {
  const { store, path } = someMemory();
  await store.write({ scope, key, content: "one", ...byWorker });
  writeFileSync(path("global/notes.md"), "by hand");
  expect(await store.write({ scope, key, content: "two", ...byWorker })).toMatchObject({
    entry: { version: 3 },
  });
  expect(await store.findVersion(scope, key, 2)).toBe("by hand");
});

test("a file that is deleted by hand is forgotten, and one that is put back is an entry again", async () => {
  const { store, path } = someMemory();
  await store.write({ scope, key, content: "one", ...byWorker });
  rmSync(path("global/notes.md"));
  expect(await store.list(scope)).toEqual([]);
  expect((await store.history(scope, key))[0]).toMatchObject({ version: 2, change: "forgotten", by: person });
  writeFileSync(path("global/notes.md"), "one");
  expect(await store.find(scope, key)).toMatchObject({ content: "one", entry: { version: 3 } });
});

test("a file that is no text hides its entry until it is one again, and costs a look no lock", async () => {
  const root = tempDir();
  let locked = 0;
  const tryLock = (path: string) => ((locked += 1), systemLocks.tryLock(path));
  const { store, path } = someMemory(root, { locks: { ...systemLocks, tryLock } });
  await store.write({ scope, key, content: "one", ...byWorker });
  for (const name of ["notes", "dropped"]) writeFileSync(path(`global/${name}.md`), Buffer.from([0xe4]));
  expect(await store.list(scope)).toEqual([]);
  expect(await store.find(scope, key)).toBeUndefined();
  locked = 0;
  expect(await store.list(scope)).toEqual([]);
  expect(locked).toBe(0);
  expect(await store.write({ scope, key, content: "two", ...byWorker })).toMatchObject({
    problem: { code: "wrong_state", message: expect.not.stringContaining(root) },
  });
  writeFileSync(path("global/notes.md"), "\u00e4");
  expect(await store.find(scope, key)).toMatchObject({ content: "\u00e4", entry: { version: 2 } });
});

test("files that a person drops in are entries where their name is a key, and nothing else is touched", async () => {
  const { store, path, root } = someMemory();
  mkdirSync(path("global"), { recursive: true });
  writeFileSync(`${root}/secret`, "secret");
  writeFileSync(path("global/mine.md"), "by hand");
  for (const name of ["README.txt", "Upper.md", ".hidden.md", "a b.md", `${"k".repeat(65)}.md`])
    writeFileSync(path(`global/${name}`), "ignored");
  writeFileSync(path("global/large.md"), "x".repeat(maxEntryBytes + 1));
  writeFileSync(path("global/bytes.md"), Buffer.from([0xff, 0xfe, 0x41]));
  symlinkSync(`${root}/secret`, path("global/link.md"));
  symlinkSync(`${root}/nowhere`, path("global/dangling.md"));
  mkdirSync(path("global/directory.md"));
  Bun.spawnSync(["mkfifo", path("global/fifo.md")]);
  expect((await store.list(scope)).map((entry) => [entry.key, entry.version])).toEqual([[keyOf("mine"), 1]]);
  for (const name of ["large", "bytes", "link", "dangling", "directory", "fifo"]) {
    expect(await store.find(scope, keyOf(name))).toBeUndefined();
    expect(await store.write({ scope, key: keyOf(name), content: "x", ...byPerson })).toMatchObject({
      problem: { code: "wrong_state" },
    });
    expect(await store.forget({ scope, key: keyOf(name), ...byPerson })).toMatchObject({ ok: false });
  }
  expect(readFileSync(`${root}/secret`, "utf8")).toBe("secret");
  expect(existsSync(`${root}/nowhere`)).toBe(false);
});

test("a write reads the whole log only where it must", async () => {
  let whole = 0;
  const memory = someMemory();
  const read: PlainFiles["read"] = async (file, most) => {
    const bytes = await plainFiles.read(file, most);
    return file.endsWith(".jsonl") && bytes ? ((whole += 1), bytes) : bytes;
  };
  const { store, path } = someMemory(memory.root, { files: { ...plainFiles, read } });
  for (const content of ["one", "two", "three"]) await store.write({ scope, key, content, ...byPerson });
  whole = 0;
  await store.write({ scope, key, content: "four", ...byPerson });
  expect(whole).toBe(0);
  writeFileSync(path("global/notes.md"), "by hand");
  expect(await store.write({ scope, key, content: "six", ...byPerson })).toMatchObject({
    entry: { version: 6 },
  });
  expect(whole).toBe(1);
});
