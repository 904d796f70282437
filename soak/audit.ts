// Reads a home without a running hall, as the hall itself would, and reports every damaged file.
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
  /** Sentences about damage that none of our writes may leave, even if interrupted. */
  torn: string[];
  /** Directories whose ledger has no complete first line: the create was never acknowledged. */
  unborn: CommissionId[];
}

export interface AuditOrder {
  /**
   * How the hall ended. After a kill every file is whole, but derived files may be older than the ledger.
   * After a power cut only the ledger is whole. A stopped hall leaves no torn last line, and derived files
   * that match.
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

/** Throws if the text is not a complete meta.json. */
function checkMeta(audit: Audit, { id, meta, position, mustFit }: MetaFile): void {
  const { seq, ledger } = commissionMeta.parse(JSON.parse(meta));
  if (seq > position.seq)
    audit.torn.push(`${id}: meta.json shows line ${seq}, the ledger has ${position.seq}`);
  const fits = ledger.bytes === position.bytes && ledger.lastLineSha256 === position.lastLineSha256;
  if (mustFit && !fits) audit.torn.push(`${id}: meta.json does not fit its ledger`);
}
