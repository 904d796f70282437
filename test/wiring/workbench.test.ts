// Runs the workbench that main() wires, in this process, on a ledger of its own.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { AcceptedRequest } from "../../src/contract/commission.ts";
import { type Fact, fact } from "../../src/contract/facts.ts";
import { commissionLayout } from "../../src/contract/home-layout.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { systemLocks } from "../../src/host/locks.ts";
import { createJournalTail } from "../../src/ledger/journal-tail.ts";
import type { Command } from "../../src/rules/commands.ts";
import { prepareWork } from "../../src/workdir/prepare.ts";
import type { WorkbenchDeps } from "../../src/workbench/deps.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { runWorkbench } from "../../src/workbench/run.ts";
import { hanging, quick, script } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { newRequest, openSomeLedger, someHome } from "../harness/some-ledger.ts";

const dispatch: Command = { do: "dispatch", sandbox: "process", limits: { maxTurns: 9, maxBudgetUsd: 1 } };

async function setUp(request: AcceptedRequest, commands: Command[] = [dispatch]) {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  await ledger.create(request);
  await ledger.execute(request.id, commands);
  await ledger.close();
  const layout = commissionLayout(home, request.id);
  await prepareWork(layout, null);
  const printed: string[] = [];
  const deps: WorkbenchDeps = { ...wireWorkbench(home.root), print: (line) => void printed.push(line) };
  const facts = (): Promise<Fact[]> =>
    createJournalTail(
      { disk: systemDisk },
      { path: layout.journal(1), blobs: layout.blobs, schema: fact, afterSeq: 0 },
    ).read();
  return { deps, layout, facts, printed, ref: { id: request.id, bench: 1 } };
}

describe("a workbench", () => {
  test("carries out its commission and leaves a journal that says how it ended", async () => {
    const { deps, ref, facts, layout } = await setUp(newRequest({ rehearsal: quick }));
    countSession();
    expect(await runWorkbench(deps, ref)).toBe(0);
    const all = await facts();
    expect(all[0]).toMatchObject({ type: "bench.started", pid: process.pid });
    expect(all.at(-1)).toMatchObject({ type: "session.ended", end: { how: "normal", finalText: "Done." } });
    expect(all.map((f) => f.type)).toContain("result.submitted");
    expect(systemLocks.isHeld(layout.benchLock)).toBe(false);
    expect(readFileSync(layout.transcript(1), "utf8")).toContain('"subtype":"init"');
  }, 30_000);

  test("without a sandbox of the system asks nobody and reaches only the gateway's loopback door", async () => {
    const { deps, ref, facts } = await setUp(newRequest({ rehearsal: quick }));
    const probe = await deps.probeSandbox();
    const bare: WorkbenchDeps = {
      ...deps,
      probeSandbox: async () => ({ ...probe, level: "process", tools: { ...probe.tools, bwrap: null } }),
    };
    countSession();
    expect(await runWorkbench(bare, ref)).toBe(0);
    const all = await facts();
    expect(all.find((f) => f.type === "session.started")).toMatchObject({
      sandbox: "process",
      permissionMode: "dontAsk",
    });
    expect(all.at(-1)).toMatchObject({ end: { how: "normal" } });
  }, 30_000);

  test("that is asked to stop says so, and leaves nothing at work", async () => {
    const { deps, ref, facts } = await setUp(newRequest({ rehearsal: hanging }));
    const stop = new AbortController();
    const nudge: WorkbenchDeps["nudge"] = () => {
      void facts().then((all) => all.some((f) => f.type === "progress.reported") && stop.abort());
    };
    countSession();
    expect(await runWorkbench({ ...deps, nudge, stopping: stop.signal }, ref)).toBe(0);
    expect((await facts()).at(-1)).toMatchObject({ type: "session.ended", end: { how: "stopped" } });
  }, 30_000);

  test("keeps to the turns of its commission", async () => {
    const turns = Array.from({ length: 5 }, () => ({ use: [{ tool: "Glob", input: { pattern: "*" } }] }));
    const { deps, ref, facts } = await setUp(
      newRequest({ rehearsal: script(turns), config: { maxTurns: 2 } }),
    );
    countSession();
    await runWorkbench(deps, ref);
    const all = await facts();
    expect(all.at(-1)).toMatchObject({ end: { how: "turns", limit: 2 } });
    expect(all.filter((f) => f.type === "model.answered")).toHaveLength(2);
  }, 30_000);
});

describe("a workbench that is not wanted", () => {
  test("because the hall gave it up, ended the commission, or started another, does nothing", async () => {
    const histories: Command[][] = [
      [dispatch, { do: "lose-workbench", bench: 1, message: "late" }],
      [{ do: "cancel", by: "person", reason: "no" }],
      [
        dispatch,
        { do: "lose-workbench", bench: 1, message: "late" },
        {
          do: "conclude",
          policy: { maxResumes: 1, maxFalseStarts: 2, canPause: false, backOffMs: [0] },
          now: 0,
        },
        dispatch,
      ],
    ];
    for (const commands of histories) {
      const { deps, ref, facts, printed } = await setUp(newRequest({ rehearsal: quick }), commands);
      expect(await runWorkbench(deps, ref)).toBe(0);
      expect(await facts()).toEqual([]);
      expect(printed).toEqual(["The hall no longer waits for this workbench."]);
    }
  });

  test("because another holds the lock leaves", async () => {
    const { deps, ref, facts, layout, printed } = await setUp(newRequest({ rehearsal: quick }));
    const lock = systemLocks.tryLock(layout.benchLock);
    expect(await runWorkbench(deps, ref)).toBe(0);
    lock?.release();
    expect(await facts()).toEqual([]);
    expect(printed.join()).toContain("holds the lock");
  });

  test("because it was cancelled before it began says that it was stopped", async () => {
    const { deps, ref, facts } = await setUp(newRequest({ rehearsal: quick }), [
      dispatch,
      { do: "cancel", by: "person", reason: "no" },
    ]);
    await runWorkbench(deps, ref);
    expect((await facts()).map((f) => f.type)).toEqual(["bench.started", "session.ended"]);
  });
});

describe("a workbench that cannot begin", () => {
  const cases: [string, Partial<AcceptedRequest>, Partial<WorkbenchDeps>, RegExp][] = [
    ["because its worker is gone", { rehearsal: quick }, { workerDirectories: [] }, /not installed/],
    [
      "because the worker's code does not load",
      { rehearsal: quick },
      { loadPackage: () => Promise.reject(new Error("syntax")) },
      /syntax/,
    ],
    ["because there is no claude", { rehearsal: quick }, { claudePath: undefined }, /npm ci/],
    ["because there are no credentials", { rehearsal: null }, {}, /credentials/],
    ["because its script is broken", { rehearsal: "turns: 7" }, {}, /line 1/],
    ["because it asks for too much", { rehearsal: quick, config: { maxTurns: 999 } }, {}, /at most 150/],
  ];
  for (const [name, request, changes, message] of cases) {
    test(`${name} says why`, async () => {
      const { deps, ref, facts } = await setUp(newRequest(request));
      expect(await runWorkbench({ ...deps, ...changes }, ref)).toBe(0);
      expect((await facts()).at(-1)).toMatchObject({
        type: "session.ended",
        end: { how: "activation", message: expect.stringMatching(message) },
      });
    });
  }
});
