// Finds the commissions of one worker that have not ended, from the files in the home, with or without a hall.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import { type CommissionLayout, commissionLayout, homeLayout } from "../../contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { systemDisk } from "../../host/files/disk.ts";
import { readLedgerJournal } from "../../store/ledger/entry.ts";
import { commissionKind } from "../../store/ledger/kinds/commission.ts";
import { readMeta } from "../../store/ledger/meta-file.ts";
import { fold } from "../../rules/commission/evolve.ts";
import { summaryOf } from "../../rules/show/show.ts";

export async function unendedOf({ home, worker }: { home: string; worker: string }): Promise<CommissionId[]> {
  const layout = homeLayout(home);
  const ids: CommissionId[] = [];
  for (const name of await systemDisk.list(layout.commissions)) {
    const id = commissionId.safeParse(name);
    if (!id.success) continue;
    const own = commissionLayout(layout, id.data);
    const found = (await inMeta(own)) ?? (await inLedger(own));
    if (found?.worker === worker && !isEndedStatus(found.status)) ids.push(id.data);
  }
  return ids.sort();
}

async function inMeta(layout: CommissionLayout): Promise<CommissionSummary | null> {
  return (await readMeta(commissionKind, systemDisk, layout))?.summary ?? null;
}

/**
 * Reads the ledger, because meta.json may be missing: it is written a moment after the ledger, or at the next start of
 * a hall.
 */
async function inLedger(layout: CommissionLayout): Promise<CommissionSummary | null> {
  try {
    const commission = fold((await readLedgerJournal(commissionKind, systemDisk, layout)).events);
    return commission && summaryOf(commission);
  } catch {
    return null; // no hall runs a commission whose ledger cannot be read, so this one does not count
  }
}
