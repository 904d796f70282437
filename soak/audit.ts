// Reads a home whose hall is away, as the hall itself would, and names every file that is not whole.
import { commissionLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import { ledgerEvent } from "../src/contract/commission/events.ts";
import { type CommissionId, commissionId } from "../src/contract/home/ids.ts";
import { commissionMeta } from "../src/contract/commission/meta.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { type JournalPosition, readJournal } from "../src/store/ledger/journal.ts";
import { fold } from "../src/rules/commission/evolve.ts";
import type { Commission } from "../src/rules/commission/state.ts";

export interface Audit {
  commissions: Map<CommissionId, Commission>;
  /** Sentences about files that no write of ours may leave, whenever it is cut short. */
  torn: string[];
  /** Directories without a whole first line: what is left of a create that nobody was told of. */
  unborn: CommissionId[];
}

export interface AuditOrder {
  /**
   * What came before. After a kill every file is whole, though the derived ones may be older than the ledger; after a
   * power cut that holds of the ledger alone; a hall that was stopped leaves no torn tail, and derived files that fit.
   */
  after: "kill" | "power cut" | "stop";
}

export async function auditHome(root: string, order: AuditOrder): Promise<Audit> {
  const home = homeLayout(root);
  const audit: Audit = { commissions: new Map(), torn: [], unborn: [] };
  const names = await systemDisk.list(home.commissions);
  for (const name of names.filter((name) => !name.startsWith("."))) {
    const id = commissionId.parse(name);
    try {
      await auditOne({ audit, order, id, layout: commissionLayout(home, id) });
    } catch (error) {
      audit.torn.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return audit;
}

interface Auditing {
  audit: Audit;
  order: AuditOrder;
  id: CommissionId;
  layout: ReturnType<typeof commissionLayout>;
}

async function auditOne({ audit, order, id, layout }: Auditing): Promise<void> {
  const place = { path: layout.events, blobs: layout.blobs, schema: ledgerEvent };
  const { events, position, isWhole } = await readJournal({ disk: systemDisk }, place);
  const commission = fold(events);
  if (!commission) return void audit.unborn.push(id);
  audit.commissions.set(id, commission);
  const isStopped = order.after === "stop";
  if (isStopped && !isWhole) audit.torn.push(`${id}: events.jsonl ends in the middle of a line`);
  if (order.after === "power cut") return;
  const meta = await systemDisk.readText(layout.meta);
  if (meta !== undefined) checkMeta(audit, { id, meta, position, mustFit: isStopped });
  else if (isStopped) audit.torn.push(`${id}: there is no meta.json`);
}

interface MetaFile {
  id: CommissionId;
  meta: string;
  position: JournalPosition;
  mustFit: boolean;
}

/** Throws when it is not a whole meta.json. */
function checkMeta(audit: Audit, { id, meta, position, mustFit }: MetaFile): void {
  const { seq, ledger } = commissionMeta.parse(JSON.parse(meta));
  if (seq > position.seq)
    audit.torn.push(`${id}: meta.json shows line ${seq}, the ledger has ${position.seq}`);
  const fits = ledger.bytes === position.bytes && ledger.lastLineSha256 === position.lastLineSha256;
  if (mustFit && !fits) audit.torn.push(`${id}: meta.json does not fit its ledger`);
}
