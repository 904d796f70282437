// A worker that declares Bash, with real sessions: in a sandbox it has one; outside it is not offered, since `claude` would
// refuse most of what it is asked to run there.
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

const worker = packageName.parse("smith");

function homeWithSmith() {
  const home = someHome();
  layNamed(home.packages, { name: "smith", more: { builtInTools: ["Bash", "WebSearch"] } });
  return home;
}

async function play(level: "bubblewrap" | "process", turns: readonly Turn[]): Promise<Fact[]> {
  const home = homeWithSmith();
  const request = newRequest({ worker, rehearsal: script(turns) });
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

test("outside a sandbox a declared Bash is not offered, and the rest is", async () => {
  const facts = await play("process", [
    { expect: { toolsExclude: ["Bash"], toolsInclude: ["Read", "Write", "WebSearch"] }, ...submit() },
    { say: "Done." },
  ]);
  expect(facts.at(-1)).toMatchObject(normal);
}, 60_000);

test.skipIf(isWithoutSandbox)(
  "control: in a sandbox it is, and runs",
  async () => {
    const facts = await play("bubblewrap", [
      {
        expect: { toolsInclude: ["Bash"] },
        use: [{ tool: "Bash", input: { command: "touch made && echo forged" } }],
      },
      { expect: { lastUserIncludes: ["forged"] }, ...submit() },
      { say: "Done." },
    ]);
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
