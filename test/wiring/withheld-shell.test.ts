// Workers that declare Bash, with real sessions: in a sandbox they have one, which holds nothing of the session's own;
// outside it is not offered. What the request to the model lists is what the ledger says.
import { expect, test } from "bun:test";
import { defaultConfig } from "../../src/contract/home/config.ts";
import { type Fact, fact } from "../../src/contract/commission/facts.ts";
import { commissionLayout } from "../../src/contract/home/home-layout.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { workerListOf } from "../../src/hall/operations/worker-list.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createJournalTail } from "../../src/store/ledger/journal-tail.ts";
import { discoverPackages } from "../../src/guild/roster/discover.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { prepareWork } from "../../src/workbench/workdir/prepare.ts";
import { layNamed } from "../harness/packages/packages.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { newRequest, openSomeLedger, someHome } from "../harness/ledger/some-ledger.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";

function homeWithSmith() {
  const home = someHome();
  layNamed(home.packages, { name: "smith", more: { builtInTools: ["Bash", "WebSearch"] } });
  return home;
}

interface Play {
  level: "bubblewrap" | "process";
  turns: readonly Turn[];
  worker?: string;
}

async function play({ level, turns, worker = "smith" }: Play): Promise<Fact[]> {
  const home = homeWithSmith();
  const request = newRequest({ worker: packageName.parse(worker), rehearsal: script(turns) });
  const ledger = await openSomeLedger(home);
  await ledger.create(request);
  const limits = { maxTurns: 9, maxBudgetUsd: 1 };
  await ledger.execute(request.id, [{ do: "dispatch", sandbox: level, limits }]);
  await ledger.close();
  const layout = commissionLayout(home, request.id);
  await prepareWork(systemDisk, layout, null);
  const wired = { ...wireWorkbench(home.root, defaultConfig), print: () => undefined };
  const probeSandbox = async () => {
    const probe = await wired.probeSandbox();
    return level === "process" ? { ...probe, level, tools: { ...probe.tools, bwrap: null } } : probe;
  };
  countSession();
  expect(await runWorkbench({ ...wired, probeSandbox }, { id: request.id, bench: 1 })).toBe(0);
  const place = { path: layout.journal(1), blobs: layout.blobs, schema: fact, afterSeq: 0 };
  return createJournalTail({ disk: systemDisk }, place).read();
}

const normal = { type: "session.ended", end: { how: "normal" } };

const boxes = [
  ..."read_memory write_memory list_memory list_artifacts read_artifact write_artifact record_decision"
    .split(" ")
    .map((tool) => `mcp__base__${tool}`),
  ..."report_progress submit_result log_question".split(" ").map((tool) => `mcp__commission__${tool}`),
  ..."list_checks run_check".split(" ").map((tool) => `mcp__verify__${tool}`),
  ..."status log diff show".split(" ").map((tool) => `mcp__git-history__${tool}`),
];
const implementers = ["Read", "Grep", "Glob", "Write", "Edit", ...boxes];

const toolsOnRecord = (facts: readonly Fact[]) => {
  const started = facts.find((found) => found.type === "session.started");
  return started?.type === "session.started" ? started.tools.toSorted() : [];
};

test("outside a sandbox the implementer has no Bash, and all the rest", async () => {
  const facts = await play({
    level: "process",
    worker: "implementer",
    turns: [
      { expect: { tools: implementers }, use: [{ tool: "Bash", input: { command: "touch made" } }] },
      { expect: { lastUserIncludes: ["No such tool available: Bash"] }, ...submit() },
      { say: "Done." },
    ],
  });
  expect(facts.at(-1)).toMatchObject(normal);
  expect(toolsOnRecord(facts)).toEqual(implementers.toSorted());
}, 60_000);

/** Fails where a command can reach anything of the session that it belongs to. */
const alone =
  "test ! -e /gh/gateway.sock && test ! -e /gh/config && test ! -e /gh/bin && ! env | grep -E '^(ANTHROPIC|CLAUDE)' && touch made && echo alone";

test.skipIf(isWithoutSandbox)(
  "in a sandbox the implementer has Bash, apart from its own session",
  async () => {
    const tools = [...implementers, "Bash"];
    const facts = await play({
      level: "bubblewrap",
      worker: "implementer",
      turns: [
        { expect: { tools }, use: [{ tool: "Bash", input: { command: alone } }] },
        {
          expect: { lastUserIncludes: ["alone"] },
          use: [{ tool: "Read", input: { file_path: "/gh/work/made" } }],
        },
        { expect: { lastUserExcludes: ["does not exist"] }, ...submit() },
        { say: "Done." },
      ],
    });
    expect(facts.at(-1)).toMatchObject(normal);
    expect(toolsOnRecord(facts)).toEqual(tools.toSorted());
  },
  60_000,
);

test.skipIf(isWithoutSandbox)(
  "and so has a worker of another package that declares it",
  async () => {
    const facts = await play({
      level: "bubblewrap",
      turns: [
        { expect: { toolsInclude: ["Bash"] }, use: [{ tool: "Bash", input: { command: alone } }] },
        { expect: { lastUserIncludes: ["alone"] }, ...submit() },
        { say: "Done." },
      ],
    });
    expect(facts.at(-1)).toMatchObject(normal);
  },
  60_000,
);

test("the list of workers says why, where it is so", async () => {
  const home = homeWithSmith();
  const roster = await discoverPackages([{ directory: home.packages, source: "added" }]);
  const smithAt = async (sandbox: "bubblewrap" | "process" | "none") => {
    const listing = {
      roster,
      members: { members: [], problems: [] },
      bounds: {},
      records: new Map(),
      sandbox,
    };
    const [smith] = (await workerListOf(listing)).workers;
    if (smith?.kind !== "package") throw new Error("The smith is not there.");
    return { hasBash: smith.tools.includes("Bash"), withheld: smith.withheld };
  };
  expect(await smithAt("bubblewrap")).toEqual({ hasBash: true, withheld: [] });
  for (const level of ["process", "none"] as const)
    expect(await smithAt(level)).toEqual({
      hasBash: false,
      withheld: [expect.stringMatching(new RegExp(`declares Bash.*not offered.*level ${level}`))],
    });
});
