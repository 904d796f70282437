// guild-hall memory, against a real hall and a real memory: a person reviews, changes, forgets and takes back.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Client } from "../../../src/client/client.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { memoryEntry, memoryKey, memoryScope } from "../../../src/contract/memory/memory.ts";
import { memoryHistory, memoryList, memoryScopes } from "../../../src/contract/memory/memory-routes.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { installed } from "../../../src/host/program.ts";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { script, submit } from "../../harness/rehearsals.ts";
import { tempDir } from "../../harness/temp.ts";
import { byWorker, someMemory } from "../../store/memory/support.ts";
import { hostile, runHere, steers, withoutOwnSequences, type HereChoice } from "../support.ts";

const home = new TestHome();
const terminal = { window: { columns: 100, rows: 30 }, stdinIsTty: true } as const;
const global = memoryScope.parse("global");
const keyOf = (name: string) => memoryKey.parse(name);
let client: Client;

const ask = (args: readonly string[], choice: HereChoice = {}) =>
  runHere(["memory", ...args], { home: home.root, directory: home.root, ...choice });

/** What a worker wrote, as its workbench does: past the hall. */
async function remembered(key: string, content: string, marks = {}): Promise<void> {
  const { store } = someMemory(home.root, { clock: systemClock });
  const done = await store.write({ scope: global, key: keyOf(key), content, ...byWorker, ...marks });
  if (!done.ok) throw new Error(done.problem.message);
}

beforeAll(async () => {
  client = (await home.open()).client;
});
afterAll(() => home.dispose());

test("an empty memory says so, and so does an empty scope", async () => {
  expect(await ask(["list"])).toEqual({ code: 0, out: "The memory is empty.\n", err: "" });
  expect((await ask(["list", "project:website"])).out).toBe("The memory of project:website is empty.\n");
  expect(memoryScopes.parse(JSON.parse((await ask(["list", "--json"])).out)).scopes).toEqual([]);
});

test("what is untrusted or rehearsed is marked wherever it is shown", async () => {
  await remembered("from-a-page", "The page says so.", { untrusted: true });
  await remembered("from-a-script", "Played.", { rehearsed: true });
  const { out } = await ask(["list", "global"]);
  expect(out).toMatch(/^from-a-page +1 +just now +5 +scholar +untrusted$/m);
  expect(out).toMatch(/^from-a-script .* rehearsed$/m);
  expect((await ask(["show", "global", "from-a-page"])).err).toMatch(
    /^version 1, .* by scholar .* untrusted\n$/,
  );
  expect((await ask(["history", "global", "from-a-page"])).out).toMatch(/written .* scholar +untrusted$/m);
});

test("text from outside cannot steer a terminal, and a pipe of JSON gets every character", async () => {
  await remembered("hostile", hostile);
  for (const args of [
    ["list", "global"],
    ["show", "global", "hostile"],
    ["history", "global", "hostile"],
  ])
    for (const choice of [{}, terminal]) {
      const { out, err } = await ask(args, choice);
      expect(withoutOwnSequences(out + err)).not.toMatch(steers);
    }
  expect(JSON.parse((await ask(["show", "global", "hostile", "--json"])).out)).toMatchObject({
    content: hostile,
    entry: { key: "hostile" },
  });
});

test("a person's edit from a file or standard input is trusted, counted and can be taken back", async () => {
  await remembered("style", "Tabs.", { untrusted: true });
  expect(await ask(["edit", "global", "style", "--file", "-"], { stdin: "Spaces.\n" })).toMatchObject({
    code: 0,
    out: '"style" in global is at version 2.\n',
  });
  expect(await ask(["show", "global", "style"])).toMatchObject({ out: "Spaces.\n" });
  const entry = memoryEntry.parse(
    (await client.memory.list(global)).entries.find(({ key }) => key === "style"),
  );
  expect(entry).toMatchObject({ version: 2, untrusted: false, by: { kind: "person" } });
  expect((await ask(["show", "global", "style", "--version", "1"])).out).toBe("Tabs.\n");
  expect((await ask(["revert", "global", "style", "1"])).out).toBe(
    '"style" in global has the text of version 1 again, as version 3.\n',
  );
  expect((await client.memory.entry({ scope: global, key: keyOf("style") })).entry.untrusted).toBe(true);
  expect((await ask(["history", "global", "style"])).out).toContain("reverted to version 1");
  const history = JSON.parse((await ask(["history", "global", "style", "--json"])).out) as unknown;
  expect(memoryHistory.parse(history).versions.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("what is forgotten is in the trash, and a revert brings it back", async () => {
  await remembered("old", "Known once.");
  expect((await ask(["forget", "global", "old"])).out).toContain("guild-hall memory revert global old 1");
  expect((await ask(["show", "global", "old"])).code).toBe(1);
  const trash = homeLayout(home.root).trash;
  const kept = readdirSync(trash).filter((name) => name.includes(".old.") && name.endsWith(".md"));
  expect(kept.map((name) => readFileSync(`${trash}/${name}`, "utf8"))).toEqual(["Known once."]);
  expect((await ask(["revert", "global", "old", "1", "--json"])).code).toBe(0);
  expect((await ask(["show", "global", "old"])).out).toBe("Known once.\n");
});

function editorThat(does: string): string {
  const file = `${tempDir()}/editor.sh`;
  writeFileSync(file, `#!/bin/sh\n${does}\n`);
  chmodSync(file, 0o700);
  return file;
}

function inEditor(key: string, does: string): ReturnType<typeof ask> {
  const temporary = tempDir();
  return ask(["edit", "global", key], {
    ...terminal,
    env: { EDITOR: editorThat(does), PATH: process.env["PATH"] ?? "" },
    machine: { temporary },
  });
}

test("the person's editor is opened on what is there, and nothing is left behind", async () => {
  await remembered("plan", "First.");
  const left = editorThat(`cp "$1" ${home.root}/seen.txt; printf 'Second.' > "$1"`);
  const temporary = tempDir();
  const ran = await ask(["edit", "global", "plan"], {
    ...terminal,
    env: { VISUAL: left, EDITOR: "/bin/false", PATH: process.env["PATH"] ?? "" },
    machine: { temporary },
  });
  expect(ran).toMatchObject({ code: 0, out: '"plan" in global is at version 2.\n', err: "" });
  expect(readFileSync(`${home.root}/seen.txt`, "utf8")).toBe("First.");
  expect(readdirSync(temporary)).toEqual([]);
  expect(await inEditor("plan", "exit 0")).toMatchObject({ code: 0, out: "Nothing was changed.\n" });
  expect(await inEditor("plan", "exit 3")).toMatchObject({
    code: 2,
    err: expect.stringContaining("ended with 3"),
  });
  expect(await inEditor("new-one", `printf 'New.' > "$1"`)).toMatchObject({ code: 0 });
  expect((await ask(["show", "global", "new-one"])).out).toBe("New.\n");
});

test.each<[string, string, string, string]>([
  ["ends with an error", `printf 'Mine.' > "$1"; exit 3`, "ended with 3", "Mine."],
  ["is killed", `printf 'Mine.' > "$1"; kill -9 $$`, "ended with", "Mine."],
  ["writes another encoding", `printf 'Gr\\374n.' > "$1"`, "not UTF-8", "Gr\ufffdn."],
])("the person's text is kept where the editor %s after it saved it", async (_how, does, why, text) => {
  await remembered("lamp", "First.");
  const ran = await inEditor("lamp", does);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(why);
  const kept = /What you wrote is in (\S+)/.exec(ran.err)?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toBe(text);
  expect((await ask(["show", "global", "lamp"])).out).toBe("First.\n");
});

test("the recovery file of an editor that failed is kept, and without one nothing is", async () => {
  const ran = await inEditor("unsaved", `printf 'Mine.' > "$1.swp"; rm "$1"; exit 1`);
  const kept = /What you wrote is in (\S+)/.exec(ran.err)?.[1] ?? "";
  expect(readdirSync(kept)).toEqual(["unsaved.md.swp"]);
  const temporary = tempDir();
  const env = { EDITOR: editorThat(`rm "$1"`), PATH: process.env["PATH"] ?? "" };
  const none = await ask(["edit", "global", "unsaved"], { ...terminal, env, machine: { temporary } });
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("left no file") });
  expect(readdirSync(temporary)).toEqual([]);
});

test("what somebody wrote meanwhile is not overwritten, and the person's text is kept", async () => {
  await remembered("shared", "One.");
  const theirs = `GUILD_HALL_HOME=${home.root} node ${installed("bin/guild-hall.js")} memory edit global shared --file ${home.root}/theirs.txt >/dev/null`;
  writeFileSync(`${home.root}/theirs.txt`, "Theirs.");
  const ran = await inEditor("shared", `${theirs}\nprintf 'Mine.' > "$1"`);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("is at version 2 by now");
  const kept = /What you wrote is in (\S+)/.exec(ran.err)?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toBe("Mine.");
  expect((await ask(["show", "global", "shared"])).out).toBe("Theirs.\n");
});

test("a script can refuse a lost update, too", async () => {
  await remembered("counted", "One.");
  const put = (version: string) =>
    ask(["edit", "global", "counted", "--file", "-", "--if-version", version], { stdin: version });
  expect((await put("1")).code).toBe(0);
  expect(await put("1")).toMatchObject({ code: 1, err: expect.stringContaining("version 2 by now") });
  expect((await put("0")).code).toBe(1);
});

test.each([
  [["list", "nowhere"], 2, 'expected "global"'],
  [["show", "global", "../token"], 2, "expected a key"],
  [["show", "..", "status"], 2, 'expected "global"'],
  [["show", "global", "style", "--version", "0"], 2, "--version"],
  [["revert", "global", "style", "x"], 2, "<version>"],
  [["revert", "global", "style", "99"], 1, "Version 99"],
  [["show", "global", "nobody-wrote-it"], 1, "no entry"],
  [["history", "global", "nobody-wrote-it"], 1, "no entry"],
  [["forget", "global", "nobody-wrote-it"], 1, "no entry"],
  [["edit", "global", "style"], 2, "no terminal"],
  [["edit", "global", "style", "--file", "/nowhere/at/all"], 2, "cannot be read"],
  [["compact", "global"], 1, "nothing to condense"],
  [["compact", "project:website"], 1, "nothing to condense"],
] as const)("memory %j exits %d and says %j", async (args, code, says) => {
  const ran = await ask(args);
  expect(ran.err).toContain(says);
  expect(ran.code).toBe(code);
});

test("without a hall every one of them exits 3", async () => {
  const nowhere = `${tempDir()}/home`;
  for (const args of [["list"], ["list", "global"], ["show", "global", "a"], ["forget", "global", "a"]])
    expect((await ask(args, { home: nowhere })).code).toBe(3);
  expect(existsSync(nowhere)).toBe(false);
});

test("a scope over its threshold is named, and no model means nothing is condensed by itself", async () => {
  const scope = memoryScope.parse("project:large");
  const content = "Fact. ".repeat(7000);
  await client.memory.write({ scope, key: keyOf("one") }, { content });
  await client.memory.write({ scope, key: keyOf("two") }, { content });
  expect((await ask(["list"])).out).toMatch(/^project:large +2 +21\.0k +84\.0 kB +more than 8\.0k tokens/m);
  const listed = memoryList.parse(JSON.parse((await ask(["list", "project:large", "--json"])).out));
  expect(listed).toMatchObject({ over: true, tokens: 21_000, capTokens: 8000, compactAtTokens: 8000 });
  expect(listed.entries.map(({ key }) => key as string)).toEqual(["two", "one"]);
  expect(await ask(["compact", "project:large"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("no credentials"),
  });
  expect((await client.list()).commissions).toEqual([]);
});

test("a compaction by hand is a commission that is marked as a chore, and says what came of it", async () => {
  const scope = memoryScope.parse("project:large");
  writeFileSync(
    `${home.root}/condense.json`,
    script([submit({ summary: "s", output: "Two facts." }), { say: "." }]),
  );
  const { out } = await ask(["compact", "project:large", "--rehearsal", "condense.json"]);
  const id = commissionId.parse(out.trim());
  expect(await ask(["compact", "project:large", "--rehearsal", "condense.json"])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`is being condensed already, by commission ${id}`),
  });
  expect(await untilEnded(client, id)).toMatchObject({ status: "completed", createdBy: "hall" });
  const run = (...args: string[]) => runHere(args, { home: home.root });
  expect((await run("list")).out).toMatch(
    /archivist +completed, chore +\$[0-9.]+ rehearsed +Condense the memory/,
  );
  expect((await run("show", id)).out).toContain(
    '2 entries were condensed into version 1 of "compacted" in project:large.',
  );
  expect((await ask(["show", "project:large", "compacted"])).err).toMatch(
    /by archivist \(chore\) .* rehearsed/,
  );
  expect((await client.memory.list(scope)).entries.map(({ key }) => key as string)).toEqual(["compacted"]);
  expect((await ask(["revert", "project:large", "one", "1"])).code).toBe(0);
});

test("a request may not call itself a chore", async () => {
  const token = readFileSync(homeLayout(home.root).token, "utf8").trim();
  const { url } = JSON.parse(readFileSync(homeLayout(home.root).hallRecord, "utf8")) as { url: string };
  const response = await fetch(`${url}/api/v1/commissions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ worker: "archivist", task: "t", chore: { kind: "compaction" } }),
  });
  expect(response.status).toBe(422);
});
