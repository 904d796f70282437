// `guild-hall list` as a person reads it.
import type { CommissionSummary } from "../../contract/meta.ts";
import { columnsOf, cutTo, oneLine } from "../../host/terminal.ts";
import { age, costText } from "./measures.ts";
import type { Paint } from "./paint.ts";
import { shortIds } from "./short-ids.ts";
import { statusBrush } from "./status-word.ts";
import { roomForLast, tableLines, type Cell, type Table } from "./table.ts";

export interface ListStyle {
  paint: Paint;
  width: number;
  now: number;
}

/** A title that is cut shorter than this tells too little: then words give way to marks. */
const titleColumns = 30;

const marks = { refuted: "x", cancelling: "~", "see anomaly": "!", rehearsed: "*" } as const;
type Note = keyof typeof marks;

export function commissionTable(commissions: readonly CommissionSummary[], style: ListStyle): string[] {
  const inWords = tableOf({ commissions, ...words }, style);
  const longest = Math.max(0, ...commissions.map(({ title }) => columnsOf(oneLine(title, titleColumns))));
  if (roomForLast(inWords, style.width) >= longest) return tableLines(inWords, style);
  const legend = legendText(commissions);
  return [
    ...tableLines(tableOf({ commissions, ...inMarks }, style), style),
    ...(legend === "" ? [] : [style.paint.dim(cutTo(legend, style.width))]),
  ];
}

interface Telling {
  status(commission: CommissionSummary): string;
  cost(commission: CommissionSummary): string;
}

const words: Telling = {
  status: (commission) => [commission.status, ...statusNotes(commission)].join(", "),
  cost: ({ cost }) => costText(cost),
};

const inMarks: Telling = {
  status: (commission) =>
    [commission.status, ...statusNotes(commission).map((note) => marks[note])].join(" "),
  cost: ({ cost }) => costText({ ...cost, rehearsed: false }) + (cost.rehearsed ? marks.rehearsed : ""),
};

function tableOf(told: Telling & { commissions: readonly CommissionSummary[] }, style: ListStyle): Table {
  const { commissions, status, cost } = told;
  const short = shortIds(commissions.map((commission) => commission.id));
  const rows = commissions.map((commission): Cell[] => [
    { text: short.get(commission.id) ?? commission.id },
    { text: age(style.now - Date.parse(commission.createdAt)) },
    { text: oneLine(commission.worker, 20) },
    { text: status(commission), brush: statusBrush(style.paint, commission.status) },
    { text: cost(commission) },
    { text: oneLine(commission.title, 4000) },
  ]);
  return { head: ["ID", "AGE", "WORKER", "STATUS", "COST", "TITLE"], rows };
}

function statusNotes(commission: CommissionSummary): Note[] {
  if (commission.trust === "refuted") return ["refuted"];
  if (commission.cancelRequested && commission.endedAt === null) return ["cancelling"];
  return commission.anomaly === null ? [] : ["see anomaly"];
}

/** Only the marks that are there. */
function legendText(commissions: readonly CommissionSummary[]): string {
  const used = new Set(
    commissions.flatMap((each): Note[] => [
      ...statusNotes(each),
      ...(each.cost.rehearsed ? (["rehearsed"] as const) : []),
    ]),
  );
  return [...used].map((note) => `${marks[note]} ${note}`).join("   ");
}
