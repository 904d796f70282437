// A workbench whose disk takes no record: it says so in its journal where it can, and by its exit code where it cannot.
import { expect, test } from "bun:test";
import { fact } from "../../../src/contract/commission/facts.ts";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { storageExitCode } from "../../../src/contract/home/storage-fault.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { readJournal } from "../../../src/store/ledger/journal.ts";
import { runBench } from "../../../src/workbench/bench/run-bench.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const self = { pid: 1, startTime: "1", bootId: "b" };

/** Plays one whose appends from the given one on fail, of as many as are said. */
async function play({ code, from, times }: { code: string; from: number; times: number }) {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest();
  const { id } = request;
  await ledger.create(request);
  await ledger.execute(id, [
    { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } },
  ]);
  await ledger.close();
  let appends = 0;
  const append: Disk["append"] = (order) => {
    appends += 1;
    const isStruck = appends >= from && appends < from + times;
    return isStruck
      ? Promise.reject(Object.assign(new Error("refused"), { code }))
      : systemDisk.append(order);
  };
  const deps = {
    home,
    clock: systemClock,
    disk: { ...systemDisk, append },
    locks: systemLocks,
    self,
    version: "0",
    nudge: () => undefined,
    print: () => undefined,
  };
  const exit = await runBench(
    {
      ...deps,
      makeReady: async () => async (bench) => {
        await bench.record({ type: "session.said", text: "hm" });
        return { how: "normal", finalText: "done" };
      },
    },
    { id, bench: 1 },
  ).catch((error: unknown) => String(error));
  const layout = commissionLayout(home, id);
  const place = { path: layout.journal(1), blobs: layout.blobs, schema: fact };
  return { exit, facts: (await readJournal({ disk: systemDisk }, place)).events };
}

test("one refused record is how the session ended, once the disk takes a line again", async () => {
  const { exit, facts } = await play({ code: "ENOSPC", from: 2, times: 1 });
  expect(exit).toBe(0);
  expect(facts.at(-1)).toMatchObject({ type: "session.ended", end: { how: "storage" } });
});

test.each([1, 2, 3])("a disk that takes nothing from line %i on is told by the exit code", async (from) => {
  const { exit, facts } = await play({ code: "EROFS", from, times: 99 });
  expect(exit).toBe(storageExitCode);
  expect(facts).toHaveLength(from - 1);
});

test("any other fault is none of the disk", async () => {
  expect(await play({ code: "EACCES", from: 1, times: 99 })).toMatchObject({
    exit: expect.stringContaining("refused"),
  });
  const { facts } = await play({ code: "EACCES", from: 2, times: 1 });
  expect(facts.at(-1)).toMatchObject({ end: { how: "activation" } });
});
