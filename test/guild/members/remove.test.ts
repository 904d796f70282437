// guild-hall members remove, on real directories.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { runHere } from "../../cli/support.ts";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { addLittle } from "../../harness/members/members.ts";
import { newRequest, openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { quick } from "../../harness/rehearsals.ts";
import { layFiles } from "../packages/support.ts";
import { ground } from "./ground.ts";
import { filesIn, memberFiles, namesIn } from "./some-members.ts";

const data = { "jobs/a/meta.json": "{}", "memory/b.md": "kept" };

test("a member goes to the trash whole, and what its jobs have cost is kept", async () => {
  const { place, home, members, ask } = ground();
  layFiles(`${place}/from`, memberFiles("mine"));
  await ask("add", "from");
  layFiles(members, {
    "mine/jobs/a/meta.json": "{}",
    "mine/memory/b.md": "kept",
    "mine.spend.jsonl": "{}\n",
  });
  const run = await ask("remove", "member:mine", "--json");
  expect(run).toMatchObject({ code: 0, err: "" });
  const { movedTo, ...rest } = JSON.parse(run.out) as { movedTo: string };
  expect(rest).toEqual({ name: "mine", was: "directory" } as object);
  expect(movedTo).toStartWith(`${homeLayout(home).trash}/member-mine.`);
  expect(filesIn(movedTo)).toEqual({ ...memberFiles("mine"), ...data });
  expect(namesIn(homeLayout(home))).toEqual(["mine.spend.jsonl"]);
  const again = await ask("remove", "mine");
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('There is no guild member "mine" in this home.');
});

test("of a link only the link is removed, and one whose manifest is broken can be removed, too", async () => {
  const { place, home, members, ask } = ground();
  const elsewhere = layFiles(`${place}/elsewhere`, memberFiles("mine"));
  mkdirSync(members, { recursive: true });
  symlinkSync(elsewhere, `${members}/mine`);
  layFiles(`${members}/broken`, { "guild-member.json": "{" });
  expect((await ask("remove", "mine")).out).toContain("no longer linked");
  expect((await ask("remove", "broken")).out).toContain("Guild member broken was moved to the trash");
  expect(filesIn(elsewhere)).toEqual(memberFiles("mine"));
  expect(namesIn(homeLayout(home))).toEqual([]);
});

test("one that runs stays, and so does one while another command changes the members", async () => {
  const { home, members, ask } = ground();
  layFiles(`${members}/mine`, memberFiles("mine"));
  const record = {
    version: 1,
    name: "mine",
    ...systemProcesses.identify(process.pid),
    address: null,
    secret: "s",
    gateway: { secret: "s", port: 1 },
    manifestSha256: "",
    startedAt: "",
  };
  layFiles(home, { "run/members/mine.json": JSON.stringify(record) });
  expect(await ask("remove", "mine")).toMatchObject({
    code: 1,
    err: expect.stringContaining('"guild-hall members stop mine" ends it first.'),
  });
  layFiles(home, { "run/members/mine.json": JSON.stringify({ ...record, startTime: "another" }) });
  const lock = systemLocks.tryLock(`${members}/.lock`);
  expect((await ask("remove", "mine")).err).toContain("Another command is changing the guild members.");
  lock?.release();
  expect(existsSync(`${members}/mine`)).toBe(true);
  expect(await ask("remove", "mine")).toMatchObject({ code: 0 });
});

test("one whose commission has just been taken on stays, whose meta.json is not there yet", async () => {
  const { home, members, ask } = ground();
  const layout = homeLayout(home);
  layFiles(`${members}/mine`, memberFiles("mine"));
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  const ledger = await openSomeLedger(layout);
  const request = newRequest({ worker: workerName.parse("member:mine") });
  await ledger.create(request);
  await ledger.close();
  rmSync(commissionLayout(layout, request.id).meta);
  expect(await ask("remove", "mine")).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Commissions of "member:mine" have not ended: ${request.id}.`),
  });
});

test("one whose commissions have not ended stays until they have", async () => {
  const home = new TestHome();
  try {
    addLittle(home.root, "scout", { how: "worker" });
    // Nothing starts on such a disk: the commission waits.
    layFiles(home.root, { "config.yaml": "admission: { minFreeDiskMb: 100000000 }\n" });
    const { client } = await home.open();
    layFiles(home.root, { "one.json": quick });
    const cli = (...args: string[]) => runHere(args, { home: home.root, directory: home.root });
    const { id } = JSON.parse(
      (await cli("commission", "member:scout", "Look.", "--rehearsal", "one.json", "--json")).out,
    ) as { id: CommissionId };
    expect(await cli("members", "remove", "scout")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Commissions of "member:scout" have not ended: ${id}.`),
    });
    await cli("cancel", id);
    await untilEnded(client, id);
    expect(await cli("members", "remove", "scout")).toMatchObject({ code: 0 });
    expect((await client.members.list()).members.map(({ name }) => name as string)).not.toContain("scout");
  } finally {
    await home.dispose();
  }
});
