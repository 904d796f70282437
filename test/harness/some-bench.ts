// Sets up a workbench with the same parts as in its main(), but in this process and on its own ledger.
import type { AcceptedRequest } from "../../src/contract/commission/commission.ts";
import { defaultConfig, type HallConfig } from "../../src/contract/home/config.ts";
import { type Fact, fact } from "../../src/contract/commission/facts.ts";
import { commissionLayout } from "../../src/contract/home/home-layout.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createJournalTail } from "../../src/store/ledger/journal-tail.ts";
import type { Command } from "../../src/rules/commission/commands.ts";
import { prepareWork } from "../../src/workbench/workdir/prepare.ts";
import type { WorkbenchDeps } from "../../src/workbench/work/deps.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { openSomeLedger, someHome } from "./ledger/some-ledger.ts";

export const dispatch: Command = {
  do: "dispatch",
  sandbox: "process",
  limits: { maxTurns: 9, maxBudgetUsd: 1 },
};

export interface BenchChoice {
  commands?: Command[];
  config?: HallConfig;
}

export async function setUpBench(request: AcceptedRequest, choice: BenchChoice = {}) {
  const { commands = [dispatch], config = defaultConfig } = choice;
  const home = someHome();
  const ledger = await openSomeLedger(home);
  await ledger.create(request);
  await ledger.execute(request.id, commands);
  await ledger.close();
  const layout = commissionLayout(home, request.id);
  await prepareWork(systemDisk, layout, null);
  const printed: string[] = [];
  const deps: WorkbenchDeps = {
    ...wireWorkbench(home.root, config),
    print: (line) => void printed.push(line),
  };
  const facts = (bench = 1): Promise<Fact[]> =>
    createJournalTail(
      { disk: systemDisk },
      { path: layout.journal(bench), blobs: layout.blobs, schema: fact, afterSeq: 0 },
    ).read();
  return { deps, layout, facts, printed, ref: { id: request.id, bench: 1 } };
}
