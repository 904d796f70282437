// The derived files: whole for readers at once, on the disk when it matters, right again after a power cut.
import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type CommissionLayout, commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { breathe } from "../../../src/host/clock.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { createLane } from "../../../src/store/ledger/projection-queue.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const cancel: Command = { do: "cancel", by: "person", reason: "no" };
const toTheEnd: Command[] = [cancel, { do: "record-applied", artifacts: [], problems: [] }, { do: "settle" }];

describe("after a power cut", () => {
  const harm: [string, (layout: CommissionLayout) => void][] = [
    ["an empty task.md", ({ task }) => writeFileSync(task, "")],
    ["no config.json", ({ config }) => rmSync(config)],
    ["an empty meta.json", ({ meta }) => writeFileSync(meta, "")],
    [
      "an old meta.json",
      ({ meta }) => writeFileSync(meta, readFileSync(meta, "utf8").replace("pending", "paused")),
    ],
  ];

  test.each(harm)("a waiting commission with %s has its files as they should be", async (_, hurt) => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.close();
    const layout = commissionLayout(home, request.id);
    const read = () => [layout.task, layout.config, layout.meta].map((path) => readFileSync(path, "utf8"));
    const before = read();
    hurt(layout);
    await (await openSomeLedger(home)).close();
    expect(read()).toEqual(before);
  });
});

test("of an end, every file is synced, and meta.json is begun only when the others are on the disk", async () => {
  const home = someHome();
  const calls: string[] = [];
  const noted = (how: "replace" | "replaceUnsynced") => async (path: string, text: string) => {
    calls.push(`${how} ${basename(path)}`);
    await systemDisk[how](path, text);
    calls.push(`done ${basename(path)}`);
  };
  const disk: Disk = {
    ...systemDisk,
    replace: noted("replace"),
    replaceUnsynced: noted("replaceUnsynced"),
  };
  const ledger = await openSomeLedger(home, disk);
  const request = newRequest();
  await ledger.create(request);
  await ledger.close();
  expect(calls.filter((call) => call.startsWith("replace "))).toEqual([]);
  calls.length = 0;
  await ledger.execute(request.id, toTheEnd);
  expect(calls.slice(0, -2).sort()).toEqual([
    "done config.json",
    "done task.md",
    "replace config.json",
    "replace task.md",
  ]);
  expect(calls.slice(-2)).toEqual(["replace meta.json", "done meta.json"]);
});

test("a lane takes a few at a time, in order, and goes on after each", async () => {
  const lane = createLane(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (let i = 0; i < 4; i += 1) {
    lane(() => {
      begun.push(i);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  }
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await breathe();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await breathe();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
});
