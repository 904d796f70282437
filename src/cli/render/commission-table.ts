// `guild-hall list` as a person reads it.
import type { CommissionSummary } from "../../contract/meta.ts";
import { oneLine } from "../../host/terminal.ts";
import { age, costText } from "./measures.ts";
import type { Paint } from "./paint.ts";
import { shortIds } from "./short-ids.ts";
import { statusBrush } from "./status-word.ts";
import { tableLines, type Cell } from "./table.ts";

export interface ListStyle {
  paint: Paint;
  width: number;
  now: number;
}

export function commissionTable(commissions: readonly CommissionSummary[], style: ListStyle): string[] {
  const short = shortIds(commissions.map((commission) => commission.id));
  const rows = commissions.map((commission): Cell[] => [
    { text: short.get(commission.id) ?? commission.id },
    { text: age(style.now - Date.parse(commission.createdAt)) },
    { text: oneLine(commission.worker, 20) },
    { text: statusText(commission), brush: statusBrush(style.paint, commission.status) },
    { text: costText(commission.cost) },
    { text: oneLine(commission.title, 4000) },
  ]);
  return tableLines({ head: ["ID", "AGE", "WORKER", "STATUS", "COST", "TITLE"], rows }, style);
}

function statusText(commission: CommissionSummary): string {
  if (commission.trust === "refuted") return `${commission.status}, refuted`;
  if (commission.cancelRequested && commission.endedAt === null) return `${commission.status}, cancelling`;
  return commission.anomaly === null ? commission.status : `${commission.status}, see anomaly`;
}
