// Whether a run has read strangers' words is known to the workbench that goes on with it, from the ledger alone.
import { expect, test } from "bun:test";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { runBench } from "../../../src/workbench/bench/run-bench.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const limits = { maxTurns: 1, maxBudgetUsd: 1 };
const policy = { maxResumes: 3, maxFalseStarts: 2, maxReturns: 1, canPause: true, backOffMs: [0] };
const page: FactBody = {
  type: "page.fetched",
  callKey: "c:1",
  url: "http://pages.guild.org/",
  finalUrl: "http://pages.guild.org/",
  status: 200,
  bytes: 1,
  ms: 1,
  refused: null,
};

/** Two workbenches of one commission, the first of which was cut off. */
async function taintedOf(first: readonly FactBody[], second: readonly FactBody[]): Promise<boolean[]> {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest();
  const { id } = request;
  await ledger.create(request);
  const at = "2026-11-15T09:00:00.000Z";
  await ledger.execute(id, [{ do: "dispatch", sandbox: "process", limits }]);
  for (const [index, fact] of first.entries())
    await ledger.execute(id, [{ do: "take-fact", bench: 1, benchSeq: index + 1, at, fact }]);
  await ledger.execute(id, [
    { do: "lose-workbench", bench: 1, began: true, message: "gone" },
    { do: "conclude", policy, now: Date.parse(at) },
  ]);
  await ledger.execute(id, [{ do: "dispatch", sandbox: "process", limits }]);
  await ledger.close();
  const seen: boolean[] = [];
  await runBench(
    {
      home,
      clock: systemClock,
      disk: systemDisk,
      locks: systemLocks,
      self: { pid: 1, startTime: "1", bootId: "b" },
      version: "0",
      nudge: () => undefined,
      print: () => undefined,
      makeReady: async () => async (bench) => {
        seen.push(bench.isTainted());
        for (const fact of second) await bench.record(fact);
        seen.push(bench.isTainted());
        return { how: "normal", finalText: "done" };
      },
    },
    { id, bench: 2 },
  );
  return seen;
}

const started: FactBody = { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "0" };

test("a page that an earlier workbench fetched marks the run, and so does one of this workbench", async () => {
  expect(await taintedOf([started, page], [])).toEqual([true, true]);
  expect(await taintedOf([started], [page])).toEqual([false, true]);
  expect(await taintedOf([started], [])).toEqual([false, false]);
});
