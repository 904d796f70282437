// Sums up spending, from the summary of every commission and from what guild members spent outside of commissions.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { memberPrefix, workerName } from "../../contract/member/member.ts";
import type { Spending } from "../../contract/commission/spending.ts";
import { type MemberSpend, readSpend, type SpendReading } from "../../model/gateway/jobs/read-spend.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Log } from "../../host/log.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { addUp, sinceOf, type SpentByWorker, spentBy } from "../../rules/model/spending.ts";
import { utcHourOf } from "../../rules/model/spent.ts";

export interface SpendingDeps {
  ledger: Pick<Ledger, "summaries">;
  disk: Pick<Disk, "list" | "readFrom">;
  clock: Pick<Clock, "now">;
  home: HomeLayout;
  log: Pick<Log, "warn">;
}

/**
 * Creates the function that sums up spending. It warns once per file of members' spending that has unreadable
 * lines.
 */
export function createSpending(deps: SpendingDeps): (days: number) => Promise<Spending> {
  const told = new Set<string>();
  const unread = (path: string) => {
    if (told.has(path)) return;
    told.add(path);
    deps.log.warn(`Lines of ${path} cannot be read, and are not counted.`);
  };
  return (days) => spendingOf({ ...deps, unread }, days);
}

async function spendingOf(
  deps: SpendingDeps & Pick<SpendReading, "unread">,
  days: number,
): Promise<Spending> {
  const now = deps.clock.now();
  const since = sinceOf(now, days);
  const members = await readSpend(deps, since);
  return addUp(everything(deps, { members, now }), since);
}

function* everything(
  { ledger }: SpendingDeps,
  { members, now }: { members: readonly MemberSpend[]; now: number },
): Iterable<SpentByWorker> {
  for (const summary of ledger.summaries()) yield* spentBy(summary, now);
  for (const line of members) yield strayOf(line);
}

function strayOf({ member, at, costUsd }: MemberSpend): SpentByWorker {
  const worker = workerName.parse(`${memberPrefix}${member}`);
  return { worker, hour: utcHourOf(at), usd: costUsd ?? 0, unpriced: costUsd === null ? 1 : 0 };
}
