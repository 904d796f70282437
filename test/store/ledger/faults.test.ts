// A disk that fails: nothing acknowledged is lost, nothing half-written stays, and it heals without a restart.
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { fact } from "../../../src/contract/commission/facts.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { createJournalTail } from "../../../src/store/ledger/journal-tail.ts";
import { openJournal } from "../../../src/store/ledger/journal.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";
import { tempDir } from "../../harness/temp.ts";

const dispatch: Command = { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } };

/** The real disk, which refuses to append while `full` is set. */
function failingDisk(): Disk & { full: boolean } {
  const disk = {
    ...systemDisk,
    full: false,
    append: async (append: Parameters<Disk["append"]>[0]) => {
      if (disk.full && append.text !== "")
        throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      return systemDisk.append(append);
    },
  };
  return disk;
}

test("a create that fails leaves nothing behind, and the next one works", async () => {
  const home = someHome();
  const disk = failingDisk();
  const ledger = await openSomeLedger(home, disk);
  disk.full = true;
  const [first, second] = [newRequest(), newRequest()];
  await expect(ledger.create(first)).rejects.toThrow("no space");
  expect(existsSync(commissionLayout(home, first.id).directory)).toBe(false);
  disk.full = false;
  expect(await ledger.create(second)).toMatchObject({ ok: true });
  expect([...ledger.summaries()].map((summary) => summary.id)).toEqual([second.id]);
  await ledger.close();
});

test("a create whose directory could not be made durable leaves nothing behind either", async () => {
  const home = someHome();
  const makeDirectory: Disk["makeDirectory"] = async (path) => {
    await systemDisk.makeDirectory(path);
    throw Object.assign(new Error("the sync failed"), { code: "EIO" });
  };
  const ledger = await openSomeLedger(home, { ...systemDisk, makeDirectory });
  const request = newRequest();
  await expect(ledger.create(request)).rejects.toThrow("the sync failed");
  expect(existsSync(commissionLayout(home, request.id).directory)).toBe(false);
  await ledger.close();
});

test("a change that could not be written did not happen", async () => {
  const home = someHome();
  const disk = failingDisk();
  const ledger = await openSomeLedger(home, disk);
  const request = newRequest();
  await ledger.create(request);
  disk.full = true;
  await expect(ledger.execute(request.id, [dispatch])).rejects.toThrow("no space");
  expect(await ledger.find(request.id)).toMatchObject({ status: "pending" });
  disk.full = false;
  expect(await ledger.execute(request.id, [dispatch])).toMatchObject({
    ok: true,
    commission: { status: "dispatched" },
  });
  expect(await ledger.events(request.id)).toHaveLength(3);
  await ledger.close();
});

test("an append over a torn tail of its own cuts it first", async () => {
  const path = `${tempDir()}/journal`;
  writeFileSync(path, "whole\ntorn");
  await systemDisk.append({ path, text: "next\n", at: 6 });
  expect(readFileSync(path, "utf8")).toBe("whole\nnext\n");
  await expect(systemDisk.append({ path, text: "x", at: 100 })).rejects.toThrow("11 bytes long");
});

test("a reader of somebody else's journal sees whole lines only, each once, and changes nothing", async () => {
  const directory = tempDir();
  const place = { path: `${directory}/bench-1.jsonl`, blobs: `${directory}/blobs`, schema: fact };
  const { journal } = await openJournal<object, ReturnType<typeof fact.parse>>(
    { disk: systemDisk, clock: systemClock },
    place,
  );
  const tail = createJournalTail({ disk: systemDisk }, { ...place, afterSeq: 1 });
  expect(await tail.read()).toEqual([]);
  await journal.append([
    { type: "session.said", text: "one" },
    { type: "session.said", text: "x".repeat(200_000) },
  ]);
  expect((await tail.read()).map((line) => line.seq)).toEqual([2]);
  const before = readFileSync(place.path, "utf8");
  writeFileSync(place.path, `${before}{"v":1,"seq":3`);
  expect(await tail.read()).toEqual([]);
  expect(readFileSync(place.path, "utf8")).toBe(`${before}{"v":1,"seq":3`);
  await journal.append([{ type: "session.said", text: "three" }]);
  expect((await tail.read()).map((line) => line.seq)).toEqual([3]);
});

test("the lines before a damaged one are handed over, and then the damage is told, again and again", async () => {
  const directory = tempDir();
  const line = JSON.stringify({
    v: 1,
    seq: 1,
    at: "2026-11-15T10:00:00.000Z",
    type: "session.said",
    text: "é",
  });
  writeFileSync(`${directory}/j`, `${line}\nnot json\n${line.replace('"seq":1', '"seq":3')}\n`);
  const place = { path: `${directory}/j`, blobs: directory, schema: fact, afterSeq: 0 };
  const tail = createJournalTail({ disk: systemDisk }, place);
  expect((await tail.read()).map((event) => event.seq)).toEqual([1]);
  for (let i = 0; i < 2; i += 1) await expect(tail.read()).rejects.toMatchObject({ code: "damaged" });
});

test("a damaged line in somebody else's journal is reported, not skipped", async () => {
  const directory = tempDir();
  writeFileSync(`${directory}/j`, "not json\n");
  const tail = createJournalTail(
    { disk: systemDisk },
    { path: `${directory}/j`, blobs: directory, schema: fact, afterSeq: 0 },
  );
  await expect(tail.read()).rejects.toMatchObject({ code: "damaged" });
});
