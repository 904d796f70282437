// A home with work of several workers in it, written by the real ledger, and a package that cannot be read.
import { mkdirSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { workerName } from "../../src/contract/member/member.ts";
import { carryOut } from "../harness/ledger/ended-work.ts";
import { TestHome } from "../harness/hall.ts";
import { quick } from "../harness/rehearsals.ts";
import { openSomeLedger } from "../harness/ledger/some-ledger.ts";

export interface StoredWork {
  home: TestHome;
  /** Whatever waits for this one waits until somebody takes it up again. */
  failed: CommissionId;
}

export async function storeWork(): Promise<StoredWork> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  writeFileSync(
    `${home.root}/config.yaml`,
    "projects:\n  lantern:\n    limits:\n      maxTurns: 20\n    ceiling:\n      maxTurns: 40\n",
  );
  mkdirSync(`${home.root}/packages/cartographer`, { recursive: true });
  writeFileSync(`${home.root}/packages/cartographer/package.json`, '{"name":"cartographer","guildHall":{}}');
  const ledger = await openSomeLedger(layout);
  const worker = workerName.parse("researcher");
  const request = { worker, title: "Compare queue engines", labels: ["queues"] };
  const failed = await carryOut(ledger, { request, end: { how: "turns", limit: 150 } });
  await carryOut(ledger, { request: { worker, title: "Rehearsed reading", rehearsal: quick } });
  await ledger.close();
  return { home, failed };
}
