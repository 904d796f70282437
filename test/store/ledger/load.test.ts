// Starting on what a crash, a bad disk or a stranger left.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { newUuid } from "../../../src/host/ids.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const cancel: Command = { do: "cancel", by: "person", reason: "no" };
const toTheEnd: Command[] = [cancel, { do: "record-applied", artifacts: [], problems: [] }, { do: "settle" }];

test("a disk that fails for a moment is not damage: the commission is there at the next start", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest({ task: "x".repeat(100_000) });
  await ledger.create(request);
  await ledger.close();
  const busy = Object.assign(new Error("too many open files"), { code: "EMFILE" });
  const disk: Disk = {
    ...systemDisk,
    readText: (path) => (path.includes("/blobs/") ? Promise.reject(busy) : systemDisk.readText(path)),
  };
  const during = await openSomeLedger(home, disk);
  expect([...during.summaries()]).toEqual([]);
  expect(during.problems.join()).toContain("too many open files");
  const after = await openSomeLedger(home);
  expect([...after.summaries()].map((summary) => summary.id)).toEqual([request.id]);
  expect(after.problems).toEqual([]);
  await after.close();
});

test("what is not a commission, or cannot be opened, is named and stops nobody", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const [good, odd] = [newRequest(), newRequest()];
  await ledger.create(good);
  await ledger.create(odd);
  await ledger.close();
  const layout = commissionLayout(home, odd.id);
  rmSync(layout.events);
  mkdirSync(layout.events);
  const file = newUuid();
  writeFileSync(`${home.commissions}/${file}`, "a plain file");
  mkdirSync(`${home.commissions}/notes`);
  const goodMeta = commissionLayout(home, good.id).meta;
  rmSync(goodMeta, { force: true });
  mkdirSync(goodMeta);
  const again = await openSomeLedger(home, { ...systemDisk });
  expect([...again.summaries()].map((summary) => summary.id)).toEqual([good.id]);
  const said = again.problems.join("\n");
  for (const name of [odd.id, file, "notes"]) expect(said).toContain(name);
});

test("a start that finds everything as it was left writes nothing", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const [waiting, ended] = [newRequest(), newRequest()];
  await ledger.create(waiting);
  await ledger.create(ended);
  await ledger.execute(ended.id, toTheEnd);
  await ledger.close();
  const writes: string[] = [];
  const disk: Disk = {
    ...systemDisk,
    replace: async (path) => void writes.push(path),
    replaceUnsynced: async (path) => void writes.push(path),
    append: async ({ path }) => void writes.push(path),
  };
  const again = await openSomeLedger(home, disk);
  expect([...again.summaries()].map((summary) => summary.status).sort()).toEqual(["cancelled", "pending"]);
  expect(writes).toEqual([]);
});

test("drafts that a killed hall left are cleared away", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest();
  await ledger.create(request);
  await ledger.close();
  const draft = `${commissionLayout(home, request.id).directory}/.meta.json.abc.draft`;
  writeFileSync(draft, "{");
  const again = await openSomeLedger(home);
  expect(existsSync(draft)).toBe(false);
  await again.close();
});

test("derived files that could not be written are written when the disk takes them again", async () => {
  const home = someHome();
  let full = false;
  const write = (how: "replace" | "replaceUnsynced") => (path: string, text: string) =>
    full ? Promise.reject(new Error("no space left")) : systemDisk[how](path, text);
  const disk: Disk = {
    ...systemDisk,
    replace: write("replace"),
    replaceUnsynced: write("replaceUnsynced"),
  };
  const ledger = await openSomeLedger(home, disk);
  const [first, second] = [newRequest(), newRequest()];
  full = true;
  await ledger.create(first);
  expect(await ledger.execute(first.id, toTheEnd)).toMatchObject({
    ok: true,
    commission: { status: "cancelled" },
  });
  const layout = commissionLayout(home, first.id);
  expect(existsSync(layout.meta)).toBe(false);
  full = false;
  await ledger.create(second);
  for (let i = 0; i < 200 && !existsSync(layout.meta); i += 1) await Bun.sleep(5);
  expect(readFileSync(layout.task, "utf8")).toBe(first.task);
  expect(JSON.parse(readFileSync(layout.meta, "utf8")).commission.status).toBe("cancelled");
  await ledger.close();
});

test("a reader never sees a line that was not acknowledged, nor a commission that is just being deleted", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest();
  await ledger.create(request);
  const { events } = commissionLayout(home, request.id);
  const line = JSON.stringify({ v: 1, seq: 2, at: "2026-11-15T10:00:00.000Z", type: "commission.unblocked" });
  writeFileSync(events, `${readFileSync(events, "utf8")}${line}\n`);
  expect(await ledger.events(request.id)).toHaveLength(1);
  await ledger.execute(request.id, toTheEnd);
  const asked = Promise.all(Array.from({ length: 30 }, () => ledger.find(request.id)));
  await ledger.remove(request.id, "for-good");
  for (const found of await asked) expect(found?.status ?? "gone").toMatch(/cancelled|gone/);
  expect(await ledger.find(request.id)).toBeUndefined();
});

test("a deletion that was cut short is finished at the next start, also of closed directories", async () => {
  const home = someHome();
  const left = `${home.trash}/${newUuid()}.deleted`;
  mkdirSync(`${left}/closed/inner`, { recursive: true });
  writeFileSync(`${left}/closed/inner/file`, "x");
  for (const path of [`${left}/closed/inner`, `${left}/closed`]) await Bun.$`chmod 0 ${path}`.quiet();
  const ledger = await openSomeLedger(home);
  expect(existsSync(left)).toBe(false);
  expect(ledger.problems).toEqual([]);
  const stubborn: Disk = { ...systemDisk, removeTree: () => Promise.reject(new Error("device busy")) };
  mkdirSync(left);
  const again = await openSomeLedger(home, stubborn);
  expect(again.problems.join()).toContain("device busy");
  expect(statSync(left).isDirectory()).toBe(true);
});
