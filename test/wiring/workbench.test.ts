// Runs the workbench that main() wires, in this process, on a ledger of its own.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AcceptedRequest } from "../../src/contract/commission/commission.ts";
import type { Fact } from "../../src/contract/commission/facts.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import type { Command } from "../../src/rules/commission/commands.ts";
import type { WorkbenchDeps } from "../../src/workbench/work/deps.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { hanging, quick, script, submit } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { dispatch, setUpBench } from "../harness/some-bench.ts";
import { newRequest } from "../harness/ledger/some-ledger.ts";
import { tempDir } from "../harness/temp.ts";
import { answer, closeListeners, host, listen, publicAddress, says } from "../workbench/fetch/support.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

afterEach(closeListeners);

/** A directory with one worker, who has a shell and may only read. */
function layReader(): string {
  const parent = tempDir();
  const guildHall = {
    type: "worker",
    identity: { name: "reader", title: "Reader", description: "Reads." },
    posture: "./posture.md",
    builtInTools: ["Bash"],
    files: "read",
  };
  mkdirSync(`${parent}/reader`);
  writeFileSync(`${parent}/reader/package.json`, JSON.stringify({ main: "./index.ts", guildHall }));
  writeFileSync(`${parent}/reader/posture.md`, "Read.");
  const code = "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });";
  writeFileSync(`${parent}/reader/index.ts`, code);
  return parent;
}

const researchersTools = [
  ..."Read Grep Glob WebSearch WebFetch".split(" "),
  ..."read_memory write_memory list_memory list_artifacts read_artifact write_artifact record_decision"
    .split(" ")
    .map((tool) => `mcp__base__${tool}`),
  ...["report_progress", "submit_result", "log_question"].map((tool) => `mcp__commission__${tool}`),
];

describe("a workbench", () => {
  test("carries out its commission and leaves a journal that says how it ended", async () => {
    const { deps, ref, facts, layout } = await setUpBench(newRequest({ rehearsal: quick }));
    countSession();
    expect(await runWorkbench(deps, ref)).toBe(0);
    const all = await facts();
    expect(all[0]).toMatchObject({ type: "bench.started", pid: process.pid });
    expect(all.at(-1)).toMatchObject({ type: "session.ended", end: { how: "normal", finalText: "Done." } });
    expect(all.map((f) => f.type)).toContain("result.submitted");
    expect(systemLocks.isHeld(layout.benchLock)).toBe(false);
    expect(readFileSync(layout.transcript(1), "utf8")).toContain('"subtype":"init"');
  }, 30_000);

  test("without a sandbox of the system asks nobody, and fetches the pages the worker asks for", async () => {
    const page = await listen(says(answer("<h1>Lanterns</h1>", { "content-type": "text/html" })));
    const url = `http://${host}:${page.port}/lanterns`;
    const use = [url, "http://169.254.169.254/latest/meta-data/"].map((from) => ({
      tool: "WebFetch",
      input: { url: from, prompt: "x" },
    }));
    const played = script([
      { expect: { tools: [...researchersTools] }, use },
      { expect: { lastUserIncludes: ["# Lanterns"] }, ...submit() },
      { say: "Done." },
    ]);
    const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: played }));
    const probe = await deps.probeSandbox();
    const bare: WorkbenchDeps = {
      ...deps,
      probeSandbox: async () => ({ ...probe, level: "process", tools: { ...probe.tools, bwrap: null } }),
      // Loopback plays the public internet; every other address is judged as main() wires it.
      pages: {
        ...deps.pages,
        resolve: async (name) => (name === host ? [publicAddress] : deps.pages.resolve(name)),
        whyForbidden: (address) => (address === publicAddress ? null : deps.pages.whyForbidden(address)),
      },
    };
    countSession();
    expect(await runWorkbench(bare, ref)).toBe(0);
    const all = await facts();
    expect(all.at(-1)).toMatchObject({ end: { how: "normal" } });
    expect(all.find((f) => f.type === "session.started")).toMatchObject({
      sandbox: "process",
      permissionMode: "dontAsk",
    });
    // Side by side, so in either order.
    const answered = (isError: boolean) =>
      all.find((f) => f.type === "tool.returned" && f.isError === isError);
    const [got, refused] = [answered(false), answered(true)];
    expect(got).toMatchObject({ output: expect.stringContaining("# Lanterns") });
    expect(refused).toMatchObject({ output: expect.stringContaining("an address of the local link") });
    const onRecord = (from: string | undefined) =>
      all.find((f) => f.type === "page.fetched" && f.url === from);
    const callKey = `${ref.id}:${got?.type === "tool.returned" ? got.callId : ""}`;
    const fetched = { callKey, url, finalUrl: url, status: 200, bytes: 17, refused: null };
    expect(onRecord(url)).toMatchObject(fetched);
    expect(onRecord(use[1]?.input.url)).toMatchObject({ finalUrl: null, status: null, bytes: 0 });
    expect(all.indexOf(onRecord(url) as Fact)).toBeLessThan(all.indexOf(got as Fact));
    expect(page.heard).toHaveLength(1);
  }, 30_000);

  longTest(
    "whose session ends before its script does says which turns were not played",
    async () => {
      const turns = [submit(), { say: "Done." }, { expect: { tools: ["Never"] }, say: "x" }, { say: "y" }];
      const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: script(turns) }));
      countSession();
      await runWorkbench(deps, ref);
      expect((await facts()).at(-1)).toMatchObject({
        end: {
          how: "rehearsal",
          message: 'Rehearsal "test": turns 3 to 4 were not played; the session ended before.',
        },
      });
    },
    30_000,
  );

  test("whose journal fails in the middle ends as a session that died", async () => {
    const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: quick }));
    let told = 0;
    const nudge = () => {
      told += 1;
      if (told === 2) throw new Error("the disk is full");
    };
    countSession();
    expect(await runWorkbench({ ...deps, nudge }, ref)).toBe(0);
    const all = await facts();
    expect(all[1]?.type).toBe("session.started");
    expect(all.at(-1)).toMatchObject({
      end: { how: "died", message: expect.stringContaining("could not be recorded: the disk is full") },
    });
  }, 30_000);

  test.skipIf(isWithoutSandbox)(
    "gives the shell of a worker that may only read a copy of the work, and keeps nothing of it",
    async () => {
      const touch = { tool: "Bash", input: { command: "touch planted && ls" } };
      const { deps, ref, facts, layout } = await setUpBench(
        newRequest({
          worker: packageName.parse("reader"),
          rehearsal: script([{ use: [touch] }, { say: "Done." }]),
        }),
      );
      countSession();
      await runWorkbench({ ...deps, packagePlaces: [{ directory: layReader(), source: "added" }] }, ref);
      expect((await facts()).find((f) => f.type === "tool.returned")).toMatchObject({
        isError: false,
        output: expect.stringContaining("planted"),
      });
      expect(existsSync(`${layout.work}/planted`)).toBe(false);
    },
    30_000,
  );

  test("that is asked to stop says so, and leaves nothing at work", async () => {
    const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: hanging }));
    const stop = new AbortController();
    const nudge: WorkbenchDeps["nudge"] = () => {
      void facts().then((all) => all.some((f) => f.type === "progress.reported") && stop.abort());
    };
    countSession();
    expect(await runWorkbench({ ...deps, nudge, stopping: stop.signal }, ref)).toBe(0);
    expect((await facts()).at(-1)).toMatchObject({ type: "session.ended", end: { how: "stopped" } });
  }, 30_000);

  test("ends a session whose time is up, counting what was worked before", async () => {
    const limited: Command = {
      do: "dispatch",
      sandbox: "process",
      limits: { maxTurns: 9, maxBudgetUsd: 1, maxSeconds: 3600 },
    };
    const worked: Command[] = [
      limited,
      {
        do: "take-fact",
        bench: 1,
        benchSeq: 1,
        at: new Date().toISOString(),
        fact: { type: "session.ended", end: { how: "died", message: "x" }, ms: 3_598_000 },
      },
      {
        do: "conclude",
        policy: { maxResumes: 1, maxFalseStarts: 0, maxReturns: 1, canPause: false, backOffMs: [0] },
        now: 0,
      },
      limited,
    ];
    const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: hanging }), { commands: worked });
    countSession();
    await runWorkbench(deps, { ...ref, bench: 2 });
    const last = (await facts(2)).at(-1);
    expect(last).toMatchObject({ end: { how: "wall_clock", limitMs: 3_600_000 } });
    expect(last?.type === "session.ended" ? last.ms : 0).toBeWithin(2000, 6000);
  }, 30_000);

  longTest(
    "keeps to the turns of its commission",
    async () => {
      const turns = Array.from({ length: 5 }, () => ({ use: [{ tool: "Glob", input: { pattern: "*" } }] }));
      const { deps, ref, facts } = await setUpBench(
        newRequest({ rehearsal: script(turns), config: { maxTurns: 2 } }),
      );
      countSession();
      await runWorkbench(deps, ref);
      const all = await facts();
      expect(all.at(-1)).toMatchObject({ end: { how: "turns", limit: 2 } });
      expect(all.filter((f) => f.type === "model.answered")).toHaveLength(2);
    },
    30_000,
  );
});

describe("a workbench that is not wanted", () => {
  test("because the hall gave it up, ended the commission, or started another, does nothing", async () => {
    const histories: Command[][] = [
      [dispatch, { do: "lose-workbench", bench: 1, began: true, message: "late" }],
      [{ do: "cancel", by: "person", reason: "no" }],
      [
        dispatch,
        { do: "lose-workbench", bench: 1, began: true, message: "late" },
        {
          do: "conclude",
          policy: { maxResumes: 1, maxFalseStarts: 2, maxReturns: 1, canPause: false, backOffMs: [0] },
          now: 0,
        },
        dispatch,
      ],
    ];
    for (const commands of histories) {
      const { deps, ref, facts, printed } = await setUpBench(newRequest({ rehearsal: quick }), { commands });
      expect(await runWorkbench(deps, ref)).toBe(0);
      expect(await facts()).toEqual([]);
      expect(printed).toEqual(["The hall no longer waits for this workbench."]);
    }
  });

  test("because another holds the lock leaves", async () => {
    const { deps, ref, facts, layout, printed } = await setUpBench(newRequest({ rehearsal: quick }));
    const lock = systemLocks.tryLock(layout.benchLock);
    expect(await runWorkbench(deps, ref)).toBe(0);
    lock?.release();
    expect(await facts()).toEqual([]);
    expect(printed.join()).toContain("holds the lock");
  });

  test("because it was cancelled before it began says that it was stopped", async () => {
    const { deps, ref, facts } = await setUpBench(newRequest({ rehearsal: quick }), {
      commands: [dispatch, { do: "cancel", by: "person", reason: "no" }],
    });
    await runWorkbench(deps, ref);
    expect((await facts()).map((f) => f.type)).toEqual(["bench.started", "session.ended"]);
  });
});

describe("a workbench that cannot begin", () => {
  const cases: [string, Partial<AcceptedRequest>, Partial<WorkbenchDeps>, RegExp][] = [
    ["because its worker is gone", { rehearsal: quick }, { packagePlaces: [] }, /not installed/],
    [
      "because the worker's code does not load",
      { rehearsal: quick },
      { loadPackage: () => Promise.reject(new Error("syntax")) },
      /syntax/,
    ],
    ["because there is no claude", { rehearsal: quick }, { claudePath: undefined }, /npm ci/],
    ["because there are no credentials", { rehearsal: null }, {}, /credentials/],
    ["because its script is broken", { rehearsal: "turns: 7" }, {}, /line 1/],
    ["because it asks for too much", { rehearsal: quick, config: { tools: ["Bash"] } }, {}, /not have Bash/],
  ];
  for (const [name, request, changes, message] of cases) {
    test(`${name} says why`, async () => {
      const { deps, ref, facts } = await setUpBench(newRequest(request));
      let held = 0;
      const socketPlace = (path: string) => {
        held += 1;
        return { path, release: () => void (held -= 1) };
      };
      expect(await runWorkbench({ ...deps, socketPlace, ...changes }, ref)).toBe(0);
      expect(held).toBe(0);
      expect((await facts()).at(-1)).toMatchObject({
        type: "session.ended",
        end: { how: "activation", message: expect.stringMatching(message) },
      });
    });
  }
});
