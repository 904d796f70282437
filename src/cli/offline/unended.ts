// The commissions of one worker that have not ended, by what lies in the home, with or without a hall.
import { isEndedStatus } from "../../contract/commission.ts";
import { commissionLayout, homeLayout } from "../../contract/home-layout.ts";
import { type CommissionId, commissionId } from "../../contract/ids.ts";
import { commissionMeta } from "../../contract/meta.ts";
import { systemDisk } from "../../host/disk.ts";

export async function unendedOf({ home, worker }: { home: string; worker: string }): Promise<CommissionId[]> {
  const layout = homeLayout(home);
  const ids: CommissionId[] = [];
  for (const name of await systemDisk.list(layout.commissions)) {
    const id = commissionId.safeParse(name);
    if (!id.success) continue;
    const found = await readSummary(commissionLayout(layout, id.data).meta);
    if (found?.worker === worker && !isEndedStatus(found.status)) ids.push(id.data);
  }
  return ids.sort();
}

/** What cannot be read is set aside by the hall, too: nobody waits for it. */
async function readSummary(path: string) {
  try {
    return commissionMeta.parse(JSON.parse((await systemDisk.readText(path)) ?? "")).commission;
  } catch {
    return undefined;
  }
}
