// The toolbox git-history as a session has it, on a real repository, without a session.
import { mkdirSync } from "node:fs";
import { z } from "zod";
import { hallConfig } from "../../../src/contract/home/config.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { workLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { endGroup } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { installed } from "../../../src/host/program.ts";
import type { Repository } from "../../../src/contract/kit/index.ts";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import { loadToolbox } from "../../../src/guild/roster/load-toolbox.ts";
import { enclose, type Enclosure } from "../../../src/workbench/sandbox/enclose.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { createBenchTrees } from "../../../src/workbench/work/bench-trees.ts";
import { createOfferedChecks } from "../../../src/workbench/work/offered-checks.ts";
import { createRepository } from "../../../src/workbench/work/repository.ts";
import type { CheckDeps, CheckPlace } from "../../../src/workbench/checks/run-check.ts";
import { shownTo } from "../../../src/workbench/work/repository-mounts.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { laySomeTree, type SomeTreeChoice } from "../../harness/git/some-tree.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";

const bare: SandboxProbe = { ...probe, level: "process", tools: { ...probe.tools, bwrap: null } };

export const levels: [string, SandboxProbe][] = [
  ["without a sandbox", bare],
  ...(isWithoutSandbox ? [] : [["in the sandbox", probe] as [string, SandboxProbe]]),
];

export interface HistoryChoice extends SomeTreeChoice {
  level?: SandboxProbe;
  /** In the place of the real ones. */
  clock?: CheckDeps["clock"];
  spawnBeside?: Enclosure["spawnBeside"];
}

export async function setUpHistory(choice: HistoryChoice = {}) {
  const { level = bare, clock = systemClock } = choice;
  const some = await laySomeTree(tempDir(), choice);
  const { home, tree } = some;
  const layout = workLayout(home, someId, tree);
  mkdirSync(layout.directory, { recursive: true });
  const enclosure = enclose({ memoryMb: null, processes: null });
  const searchPath = process.env["PATH"] ?? "";
  const { projects } = hallConfig.parse({
    projects: { [tree.project]: { path: some.checkout, branch: "main" } },
  });
  const trees = createBenchTrees({
    home,
    disk: systemDisk,
    clock: systemClock,
    searchPath,
    projects: () => projects,
  });
  const deps = { clock, endGroup, searchPath, home, trees };
  const recorded: FactBody[] = [];
  const offered = createOfferedChecks(deps, {
    [projectName.parse("leave")]: { command: "sh leave.sh", timeoutSeconds: 20 },
  });
  const place: CheckPlace = {
    layout,
    probe: level,
    enclosure: { spawnBeside: choice.spawnBeside ?? enclosure.spawnBeside },
    readOnly: [],
    shown: () =>
      shownTo({ disk: systemDisk, home }, { id: someId, layout, commission: { record: { tree } } }, level),
    bounds: { processes: null, fileBytes: null },
  };
  const repository = createRepository(deps, { id: someId, tree, ...offered });
  const open = () => offered.open(place, async (fact) => void recorded.push(fact));
  return { ...some, layout, offered, open, recorded, repository, call: await callsOf(repository) };
}

/** The tools of the package, by name, as the model calls them. */
async function callsOf(repository: Repository | null) {
  const { toolboxes } = await discoverPackages([
    { directory: installed("toolboxes"), source: "bundled" as const },
  ]);
  const toolbox = findByName(toolboxes, "git-history");
  if (!toolbox) throw new Error("there is no toolbox git-history");
  const checks = { list: () => [], run: () => Promise.reject(new Error("not to be run")) };
  const commission = { id: someId, worker: "w", project: "acme", rehearsed: true };
  const { tools } = await loadToolbox({
    toolbox,
    clock: systemClock,
    load: (entry) => import(entry),
    context: { settings: {}, checks, repository, commission },
  });
  return async (name: string, input: object = {}, signal = new AbortController().signal) => {
    const found = tools.find((each) => each.name === name);
    if (!found) throw new Error(`there is no tool ${name}`);
    return found.handle(z.object(found.input).parse(input), { callKey: "01:toolu_1", signal });
  };
}

export const callsWithout = () => callsOf(null);
