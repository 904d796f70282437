// Old things go, on a real disk; everything else stays.
import { expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { commissionLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { unusedHashed } from "../../../src/host/files/hashed-files.ts";
import { type DiskMeasure, systemDiskUse } from "../../../src/host/files/disk-use.ts";
import { createUpkeep, type Upkeep } from "../../../src/hall/upkeep/upkeep.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { newRequest, someHome } from "../../harness/ledger/some-ledger.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const byName = (a: string, b: string) => (a < b ? -1 : 1);

interface Kept {
  home: HomeLayout;
  clock: ManualClock;
  upkeep: Upkeep;
  ended: { id: CommissionId; endedAt: string }[];
  said: string[];
}

function kept({ diskUse = systemDiskUse, disk = systemDisk } = {}): Kept {
  const home = someHome();
  const clock = createManualClock();
  const ended: Kept["ended"] = [];
  const said: string[] = [];
  const upkeep = createUpkeep({
    home,
    disk,
    diskUse,
    unusedFiles: unusedHashed,
    clock,
    ended: () => ended,
    retention: () => ({ trashDays: 30, leftoverDays: 3, transcriptDays: 90, logDays: 7 }),
    log: { info: (message) => void said.push(message), error: (message) => void said.push(message) },
  });
  return { home, clock, upkeep, ended, said };
}

function endedOne({ home, clock, ended }: Kept): string {
  const { id } = newRequest();
  const { directory, work } = commissionLayout(home, id);
  mkdirSync(work, { recursive: true });
  for (const name of [
    "transcript-1.jsonl",
    "transcript-2.jsonl",
    "told-1.json",
    "bench-1.out",
    "bench-1.jsonl",
    "events.jsonl",
  ])
    writeFileSync(`${directory}/${name}`, "x".repeat(5000));
  writeFileSync(`${work}/transcript-1.jsonl`, "the worker's own");
  ended.push({ id, endedAt: new Date(clock.now()).toISOString() });
  return directory;
}

test("an ended commission loses its raw transcripts after their time, and nothing else", async () => {
  const world = kept();
  const directory = endedOne(world);
  world.clock.advance(89 * dayMs);
  expect((await world.upkeep.clean({ dryRun: false })).items).toEqual([]);
  world.clock.advance(dayMs);
  const report = await world.upkeep.clean({ dryRun: false });
  expect(report.items.map(({ path }) => path.split("/").at(-1) ?? "").toSorted(byName)).toEqual([
    "bench-1.out",
    "told-1.json",
    "transcript-1.jsonl",
    "transcript-2.jsonl",
  ]);
  expect(report.bytes).toBeGreaterThan(15_000);
  expect(readdirSync(directory).sort()).toEqual(["bench-1.jsonl", "events.jsonl", "work"]);
  expect(readdirSync(`${directory}/work`)).toEqual(["transcript-1.jsonl"]);
});

test("a dry run says the same as the run that follows it, and removes nothing", async () => {
  const world = kept();
  const directory = endedOne(world);
  world.clock.advance(91 * dayMs);
  const planned = await world.upkeep.clean({ dryRun: true });
  expect(existsSync(`${directory}/transcript-1.jsonl`)).toBe(true);
  expect(await world.upkeep.clean({ dryRun: false })).toEqual({ ...planned, dryRun: false });
  expect((await world.upkeep.clean({ dryRun: true })).items).toEqual([]);
});

test("what was left in a worktree goes after its own time, and is told as that", async () => {
  const { home, clock, upkeep } = kept();
  const left = `${home.trash}/worktree-${newRequest().id}`;
  mkdirSync(`${left}/node_modules`, { recursive: true });
  mkdirSync(`${home.trash}/a-worktree-of-mine`);
  await upkeep.clean({ dryRun: false });
  clock.advance(3 * dayMs);
  const { items } = await upkeep.clean({ dryRun: false });
  expect(items.map(({ kind, path }) => [kind, path])).toEqual([
    ["leftover", left.slice(home.root.length + 1)],
  ]);
  expect(readdirSync(home.trash).toSorted()).toEqual(["a-worktree-of-mine", "a-worktree-of-mine.since"]);
});

test("the trash is emptied 30 days after something was first seen there; what a link points to stays", async () => {
  const world = kept();
  const { home, clock, upkeep } = world;
  const outside = `${home.root}/outside`;
  mkdirSync(outside);
  writeFileSync(`${outside}/precious`, "kept");
  mkdirSync(`${home.trash}/one/deep`, { recursive: true });
  symlinkSync(outside, `${home.trash}/one/link`);
  symlinkSync(outside, `${home.trash}/two`);
  mkdirSync(`${home.trash}/three.deleted`);
  expect((await upkeep.clean({ dryRun: false })).items).toEqual([]);
  clock.advance(29 * dayMs);
  expect((await upkeep.clean({ dryRun: false })).items).toEqual([]);
  clock.advance(dayMs);
  expect((await upkeep.clean({ dryRun: false })).problems).toEqual([]);
  expect(readdirSync(home.trash)).toEqual(["three.deleted"]);
  expect(readFileSync(`${outside}/precious`, "utf8")).toBe("kept");
});

test("what was taken out of the trash and is put there again has its whole time anew", async () => {
  const { home, clock, upkeep } = kept();
  mkdirSync(`${home.trash}/one`);
  await upkeep.clean({ dryRun: false });
  renameSync(`${home.trash}/one`, `${home.root}/restored`);
  clock.advance(40 * dayMs);
  await upkeep.clean({ dryRun: false });
  expect(readdirSync(home.trash)).toEqual([]);
  renameSync(`${home.root}/restored`, `${home.trash}/one`);
  await upkeep.clean({ dryRun: false });
  expect(readdirSync(home.trash).toSorted()).toEqual(["one", "one.since"]);
});

test("what is not due is not measured: the trash may be large, and there is a look every hour", async () => {
  const measured: string[] = [];
  const diskUse: DiskMeasure = {
    ...systemDiskUse,
    measure: (path, most) => {
      measured.push(path);
      return systemDiskUse.measure(path, most);
    },
  };
  const { home, clock, upkeep } = kept({ diskUse });
  mkdirSync(`${home.trash}/one`);
  writeFileSync(`${home.logs}/hall.jsonl.1`, "{}");
  const now = new Date(clock.now());
  utimesSync(`${home.logs}/hall.jsonl.1`, now, now);
  await upkeep.clean({ dryRun: true });
  expect(measured).toEqual([]);
  clock.advance(31 * dayMs);
  await upkeep.clean({ dryRun: true });
  expect(measured).toEqual([`${home.trash}/one`, `${home.logs}/hall.jsonl.1`]);
});

test("rotated logs go by their age; the one that is written to stays", async () => {
  const { home, clock, upkeep } = kept();
  for (const name of ["hall.jsonl", "hall.jsonl.1", "hall.jsonl.2"])
    writeFileSync(`${home.logs}/${name}`, "{}");
  const at = (days: number) => new Date(clock.now() - days * dayMs);
  for (const [name, days] of [
    ["hall.jsonl", 50],
    ["hall.jsonl.1", 3],
    ["hall.jsonl.2", 8],
  ] as const)
    utimesSync(`${home.logs}/${name}`, at(days), at(days));
  await upkeep.clean({ dryRun: false });
  expect(readdirSync(home.logs).sort()).toEqual(["hall.jsonl", "hall.jsonl.1"]);
});

test("one that cannot be removed is named, and the others go", async () => {
  const world = kept();
  const [bad, good] = [endedOne(world), endedOne(world)];
  const upkeep = createUpkeep({
    home: world.home,
    disk: {
      ...systemDisk,
      removeTree: (path) =>
        path.startsWith(bad) ? Promise.reject(new Error("it is held")) : systemDisk.removeTree(path),
    },
    diskUse: systemDiskUse,
    unusedFiles: unusedHashed,
    clock: world.clock,
    ended: () => world.ended,
    retention: () => ({ trashDays: 1, leftoverDays: 1, transcriptDays: 1, logDays: 1 }),
    log: { info: () => undefined, error: () => undefined },
  });
  world.clock.advance(2 * dayMs);
  const { problems } = await upkeep.clean({ dryRun: false });
  expect(problems).toHaveLength(4);
  expect(problems[0]).toContain("it is held");
  expect(existsSync(`${good}/transcript-1.jsonl`)).toBe(false);
});

test("by itself the hall removes only what was due at two looks an hour apart", async () => {
  const world = kept();
  const { clock, upkeep } = world;
  const directory = endedOne(world);
  clock.advance(100 * dayMs);
  upkeep.start();
  clock.advance(120_000);
  await until("the look is over", () => clock.pending() === 1);
  expect(existsSync(`${directory}/transcript-1.jsonl`)).toBe(true);
  clock.advance(hourMs);
  await until("the look is over", () => clock.pending() === 1);
  expect(existsSync(`${directory}/transcript-1.jsonl`)).toBe(false);
  expect(world.said).toEqual(["old things were removed"]);
  await upkeep.stop();
  expect(clock.pending()).toBe(0);
});

test("a hall that stops does not wait for a removal that takes long, and begins no other", async () => {
  const removed: string[] = [];
  const held = Promise.withResolvers<void>();
  const removeTree = (path: string) => {
    removed.push(path);
    return held.promise;
  };
  const world = kept({ disk: { ...systemDisk, removeTree } });
  const { clock, upkeep } = world;
  endedOne(world);
  clock.advance(100 * dayMs);
  upkeep.start();
  clock.advance(120_000);
  await until("the look is over", () => clock.pending() === 1);
  clock.advance(hourMs);
  await until("something is being removed", () => removed.length === 1);
  const stopped = upkeep.stop();
  clock.advance(2000);
  await stopped;
  held.resolve();
  await until("the round is over", () => world.said.length === 1);
  expect(removed).toHaveLength(1);
  expect(clock.pending()).toBe(0);
});

test("a directory is measured as the kernel counts it, up to a bound, and what vanishes counts as nothing", async () => {
  const { home } = kept();
  const path = `${home.root}/measured`;
  mkdirSync(`${path}/a/b`, { recursive: true });
  for (let i = 0; i < 20; i += 1) writeFileSync(`${path}/a/b/${i}`, "x".repeat(10_000));
  symlinkSync("/usr", `${path}/link`);
  const whole = await systemDiskUse.measure(path, 1000);
  expect(whole.complete).toBe(true);
  expect(whole.bytes).toBeGreaterThanOrEqual(200_000);
  expect(whole.bytes).toBeLessThan(400_000);
  expect(await systemDiskUse.measure(path, 10)).toMatchObject({ complete: false });
  expect(await systemDiskUse.measure(`${path}/none`, 10)).toEqual({ bytes: 0, complete: true });
});

test("what a set-up made goes 30 days after its last use; approvals stay", async () => {
  const { home, clock, upkeep } = kept();
  const directory = `${home.setUps}/lamps`;
  const [old, used, draft] = ["a".repeat(64), "b".repeat(64), `draft-${"c".repeat(64)}-77`];
  for (const name of [old, used, draft]) mkdirSync(`${directory}/${name}/work`, { recursive: true });
  writeFileSync(`${directory}/approved.json`, "{}");
  const at = (name: string, ms: number) => utimesSync(`${directory}/${name}`, new Date(ms), new Date(ms));
  at(old, clock.now());
  at(draft, clock.now());
  clock.advance(10 * dayMs);
  at(used, clock.now());
  clock.advance(20 * dayMs);
  const { items } = await upkeep.clean({ dryRun: false });
  expect(items.map(({ kind, path }) => [kind, path])).toEqual([
    ["set-up", `set-ups/lamps/${old}`],
    ["set-up", `set-ups/lamps/${draft}`],
  ]);
  expect(readdirSync(directory).toSorted()).toEqual(["approved.json", used]);
});

test("an uploaded file that no commission has a link to goes after a week; one in use never does", async () => {
  const { home, clock, upkeep } = kept();
  const [used, unused] = ["a".repeat(64), "b".repeat(64)];
  mkdirSync(home.attachments);
  mkdirSync(`${home.root}/commission`);
  for (const name of [used, unused]) {
    writeFileSync(`${home.attachments}/${name}`, "bytes");
    utimesSync(`${home.attachments}/${name}`, clock.now() / 1000, clock.now() / 1000);
  }
  linkSync(`${home.attachments}/${used}`, `${home.root}/commission/${used}`);
  clock.advance(6 * dayMs);
  expect((await upkeep.clean({ dryRun: false })).items).toEqual([]);
  clock.advance(dayMs);
  const { items } = await upkeep.clean({ dryRun: false });
  expect(items.map(({ kind, path }) => [kind, path])).toEqual([["attachment", `attachments/${unused}`]]);
  expect(readdirSync(home.attachments)).toEqual([used]);
  clock.advance(1000 * dayMs);
  expect((await upkeep.clean({ dryRun: false })).items).toEqual([]);
});
