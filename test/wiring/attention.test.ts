// What needs a person, through the command line, the client and a hall with every real part. No worker is started: what
// came back badly stands in ledgers that an earlier hall left.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type HomeLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import type { HallPart } from "../../src/contract/api/stream.ts";
import type { Client } from "../../src/client/client.ts";
import { runHere } from "../cli/support.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { until } from "../harness/hall.ts";
import { cancelled, factOf, failed, inProgress } from "../harness/ledger/histories.ts";
import { lay } from "../harness/ledger/laid-work.ts";
import { addLittle } from "../harness/members/members.ts";
import { makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";

const listening: AbortController[] = [];
afterEach(async () => {
  for (const each of listening.splice(0)) each.abort();
  await stopHalls();
  removeTempDirs();
});

async function inHall(home = homeLayout(tempDir())) {
  const { client, hall } = await bootHall(home);
  writeFileSync(home.hallRecord, JSON.stringify(hall.record)); // how the command line finds it
  const ask = (...args: string[]) => runHere(args, { home: home.root });
  return { home, client, ask };
}

const question = factOf(3, { type: "question.logged", callKey: "q", question: "Which \u202eflows?" });
const askedAndFailed = [...inProgress, question, ...failed.slice(inProgress.length)];

function keysOf({ items }: { items: readonly { key: string }[] }): string[] {
  return items.map(({ key }) => key);
}

/** What the stream tells of the hall, from now on. */
async function listen(client: Client) {
  const left = new AbortController();
  listening.push(left);
  const heard: HallPart[] = [];
  const stream = client.events(left.signal);
  await stream.next();
  void (async () => {
    for await (const message of stream) if (message.type === "hall") heard.push(message.what);
  })();
  return {
    next: (what: HallPart) =>
      until(`the stream tells of ${what}`, () => heard.includes(what)).then(() => void heard.splice(0)),
  };
}

test("what came back badly is shown, put off over a restart, called back, answered and gone", async () => {
  const home = homeLayout(tempDir());
  const id = lay(home, askedAndFailed);
  lay(home, cancelled);
  const { client, ask } = await inHall(home);
  const shown = await ask("needs");
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toStartWith(
    "Two things need you.\n\nWhich \\u202eflows?\n  Researcher asked while at work on",
  );
  expect(shown.out).toContain(`“Mend it” was refused by the model's server\n  no\n  failed  researcher`);
  expect(keysOf(await client.attention.list())).toEqual([`question:${id}:1`, `failed:${id}`]);

  expect(await ask("defer", "failed:", "--until", "2d")).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Deferred until \S+Z \((1|2)d\): “Mend it” was refused by the model's server\n$/,
    ),
  });
  expect((await ask("needs")).out).toStartWith("One thing needs you. One is deferred.\n");
  await stopHalls();
  const next = await inHall(home);
  expect((await next.ask("needs", "--all")).out).toMatch(
    /Deferred\n\n“Mend it”.*deferred until \S+Z \(1d\)/s,
  );
  expect(JSON.parse((await next.ask("needs", "--json")).out)).toMatchObject({
    total: 1,
    deferredTotal: 1,
    deferred: [],
  });
  expect((await next.ask("recall", `failed:${id}`)).out).toStartWith("It needs you again:\n“Mend it”");
  expect(JSON.parse(readFileSync(home.deferred, "utf8"))).toMatchObject({ version: 1, deferred: {} });

  const news = await listen(next.client);
  await next.client.answer(id, { question: 1, answer: "All of them." });
  await news.next("attention");
  expect(keysOf(await next.client.attention.list())).toEqual([`failed:${id}`]);
  await next.client.remove(id, { failedToo: true });
  await news.next("attention");
  expect((await next.ask("needs")).out).toBe("Nothing needs you.\n");
});

test("what cannot be put off or called back is refused with a hint, by its exit code", async () => {
  const home = homeLayout(tempDir());
  const ids = [lay(home, failed), lay(home, failed)];
  const { ask } = await inHall(home);
  const refusals: [string[], number, RegExp][] = [
    [["defer", "failed:"], 1, /More than one key begins with "failed:"/],
    [["defer", "nothing"], 1, /"nothing" is not the key of anything that needs you/],
    [["defer", "failed:x"], 1, /Nothing that needs you has the key "failed:x"/],
    [["recall", "failed:x"], 1, /guild-hall needs --all/],
    [["defer", `failed:${ids[0]}`, "--until", "yesterday"], 2, /--until is "yesterday"; give a duration/],
    [["defer", `failed:${ids[0]}`, "--until", "2026-02-30"], 2, /--until is "2026-02-30"/],
    [["defer", `failed:${ids[0]}`, "--until", "2020-01-01"], 1, /is already past/],
    [["defer"], 2, /<key>/],
  ];
  for (const [args, code, says] of refusals)
    expect([args, await ask(...args)]).toEqual([
      args,
      { code, out: "", err: expect.stringMatching(says) as string },
    ]);
  expect((await runHere(["needs"], {})).code).toBe(3);
});

test("what is redispatched needs nobody, until the new attempt is taken away", async () => {
  const home = homeLayout(tempDir());
  writeFileSync(
    prepared(home).config,
    "version: 1\nadmission: { minFreeMemoryMb: 100000000 } # nothing starts\n",
  );
  const id = lay(home, failed);
  const { client } = await inHall(home);
  const news = await listen(client);
  expect(keysOf(await client.attention.list())).toEqual([`failed:${id}`]);
  const rehearsal = "version: 1\nname: none\nturns:\n  - say: Done.\n";
  const again = await client.redispatch(id, { rehearsal });
  await news.next("attention");
  expect(keysOf(await client.attention.list())).toEqual([]);
  await client.cancel(again.id);
  await client.remove(again.id);
  await news.next("attention");
  expect(keysOf(await client.attention.list())).toEqual([`failed:${id}`]);
});

test("what is wrong with the hall is shown while it is, and the stream says when to look", async () => {
  const { home, client } = await inHall();
  const news = await listen(client);
  const needed = async () =>
    (await client.attention.list()).items.map(({ kind, title }) => `${kind}: ${title}`);
  expect(await needed()).toEqual([]);

  writeFileSync(home.config, "version: 1\nslots: none\n");
  await news.next("config");
  expect(await needed()).toEqual(["hall: The defaults stay in force, because the file is broken"]);
  writeFileSync(home.config, "version: 1\nslots: 2\n");
  await news.next("config");
  expect(await needed()).toEqual([]);

  const broken = `${home.packages}/odd`;
  mkdirSync(broken, { recursive: true });
  writeFileSync(`${broken}/package.json`, "{");
  await client.workers();
  await news.next("roster");
  expect(await needed()).toEqual(["package: The package in “odd” cannot be used"]);
  rmSync(broken, { recursive: true });
  await client.workers();
  await news.next("roster");
  expect(await needed()).toEqual([]);
});

function prepared(home: HomeLayout): HomeLayout {
  mkdirSync(home.root, { recursive: true });
  return home;
}

test("a member that cannot be started needs a person until it is stopped", async () => {
  const home = homeLayout(tempDir());
  const name = addLittle(prepared(home).root, "odd", { how: "crashes" });
  const { client } = await inHall(home);
  const news = await listen(client);
  await expect(client.members.start(name)).rejects.toMatchObject({ code: "member_failed" });
  await news.next("members");
  const [item] = (await client.attention.list()).items;
  expect(item).toMatchObject({ kind: "member", worker: "member:odd", since: expect.any(String) as string });
  expect(item?.detail).toContain("it ended with exit code 3");
  await client.members.stop(name);
  await news.next("members");
  expect((await client.attention.list()).total).toBe(0);
});

const acme = projectName.parse("acme");

test("a project whose repository is gone needs a person, and every change of a project is told of", async () => {
  const { client } = await inHall();
  const news = await listen(client);
  const path = makeRepository();
  await client.projects.add({ name: acme, path, dryRun: false });
  await news.next("projects");
  expect((await client.attention.list()).items).toEqual([]);
  await client.projects.sync(acme, { dryRun: false });
  await news.next("projects");
  renameSync(path, `${path}-elsewhere`);
  await client.projects.sync(acme, { dryRun: false }).catch(() => undefined);
  await news.next("projects");
  expect((await client.attention.list()).items).toMatchObject([
    { kind: "project", project: "acme", title: "Project “acme” cannot be worked on" },
  ]);
  renameSync(`${path}-elsewhere`, path);
  await client.projects.remove(acme, { dryRun: false });
  await news.next("projects");
  expect((await client.attention.list()).items).toEqual([]);
});

test("what a person writes to the memory is told of", async () => {
  const { client } = await inHall();
  const news = await listen(client);
  const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("house-style") };
  await client.memory.write(place, { content: "Short sentences." });
  await news.next("memory");
  await client.memory.forget(place);
  await news.next("memory");
});
