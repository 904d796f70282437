// A bench whose journal was left open is gone on with at the same number; one that has said how it ended is left alone.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Bench } from "../../../src/workbench/bench/bench.ts";
import { type CarryOut, runBench } from "../../../src/workbench/bench/run-bench.ts";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const limits = { maxTurns: 1, maxBudgetUsd: 1 };
const question = { type: "question.logged", callKey: "q", question: "Which?" } as const;

async function commissioned(...more: Command[]) {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const request = newRequest();
  const { id } = request;
  await ledger.create(request);
  await ledger.execute(id, [{ do: "dispatch", sandbox: null, limits }]);
  const clock = createManualClock();
  const cancel = () => ledger.execute(id, more);
  const at = (carryOut: CarryOut) =>
    runBench(
      {
        home,
        clock,
        disk: systemDisk,
        locks: systemLocks,
        self: { pid: 1, startTime: "1", bootId: "b" },
        version: "0",
        nudge: () => undefined,
        print: () => undefined,
        makeReady: async () => carryOut,
      },
      { id, bench: 1 },
    );
  const lines = () =>
    readFileSync(commissionLayout(home, id).journal(1), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
  return { at, lines, clock, cancel };
}

test("whoever goes on knows what was found before, and how long that took", async () => {
  const { at, lines, clock } = await commissioned();
  await at(async (bench) => {
    clock.advance(5000);
    await bench.record(question);
    return null;
  });
  clock.advance(60_000); // nobody was there
  let seen: (Pick<Bench, "isReopened"> & { questions: number; ms: number }) | undefined;
  await at(async (bench) => {
    clock.advance(1000);
    const { isReopened } = bench;
    seen = { isReopened, questions: bench.known().questions.length, ms: bench.elapsedMs() };
    return { how: "normal", finalText: "found" };
  });
  expect(seen).toEqual({ isReopened: true, questions: 1, ms: 6000 });
  expect(lines()).toEqual(["bench.started", "question.logged", "bench.started", "session.ended"]);
});

test("nothing is done where the session is over already", async () => {
  const { at, lines } = await commissioned();
  await at(async () => ({ how: "normal", finalText: "found" }));
  let again = 0;
  expect(
    await at(async () => {
      again += 1;
      return { how: "stopped" };
    }),
  ).toBe(0);
  expect([again, lines()]).toEqual([0, ["bench.started", "session.ended"]]);
});

test("one that was called off is not begun, but whoever goes on sees to what was begun", async () => {
  const begun = await commissioned({ do: "cancel", by: "person", reason: "enough" });
  await begun.at(async () => null);
  await begun.cancel();
  let wentOn = 0;
  await begun.at(async () => {
    wentOn += 1;
    return { how: "stopped" };
  });
  const fresh = await commissioned({ do: "cancel", by: "person", reason: "enough" });
  await fresh.cancel();
  await fresh.at(async () => {
    wentOn += 10;
    return { how: "stopped" };
  });
  expect(wentOn).toBe(1);
  expect(fresh.lines()).toEqual(["bench.started", "session.ended"]);
});
