// A home in which something of every kind needs a person: what came back badly, and what is wrong around it.
import { mkdirSync, writeFileSync } from "node:fs";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { openQuotaStore } from "../../../src/hall/operations/quota-file.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { conflicting, refuted } from "../../harness/ledger/checked.ts";
import { handoffOf } from "../../harness/conductor.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { completed, factOf, failed, inProgress } from "../../harness/ledger/histories.ts";
import { lay } from "../../harness/ledger/laid-work.ts";
import { addLittle } from "../../harness/members/members.ts";

const handoff = handoffOf("a key");
const question = factOf(3, { type: "question.logged", callKey: "q", question: "Which flows?" });
const asked: EventBody[] = [...inProgress, question, ...completed.slice(inProgress.length)];

export interface NeedyHome {
  home: TestHome;
  ids: Record<"question" | "refuted" | "conflict" | "failed", string>;
  open(args?: readonly string[]): Promise<TestHall>;
}

export async function storeNeeds(): Promise<NeedyHome> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash, layout.packages])
    mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  const ids = {
    question: lay(layout, asked, { title: "Flows" }),
    refuted: lay(layout, refuted(), { title: "Retries" }),
    conflict: lay(layout, conflicting(["src/a.ts"]), { title: "Leases" }),
    failed: lay(layout, failed, { title: "Archive" }),
  };
  writeFileSync(layout.config, `projects:\n  acme:\n    path: ${home.root}/gone\n    branch: main\n`);
  mkdirSync(`${layout.packages}/odd`);
  writeFileSync(`${layout.packages}/odd/package.json`, "{");
  writeFileSync(layout.deferred, "{"); // set aside, and the hall says so
  const member = addLittle(home.root, "little", { how: "crashes" });
  await spendQuota(layout);
  const open = async (args: readonly string[] = []) => {
    const hall = await home.open({ handoff, args });
    await hall.client.members.start(member).catch(() => undefined);
    return hall;
  };
  return { home, ids, open };
}

async function spendQuota(layout: ReturnType<typeof homeLayout>): Promise<void> {
  const now = systemClock.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const log = { error: () => undefined };
  const quota = await openQuotaStore(
    { disk: systemDisk, clock: systemClock, log },
    { home: layout, handoff },
  );
  const pause = { since: at(0), pausedUntil: at(3_600_000), byCommission: null, probe: null };
  await quota.replace({ ...pause, message: "The limit is reached." });
}
