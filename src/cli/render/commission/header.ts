// Renders the top line of the live view: status, elapsed time, cost and latest progress.
import { isEndedStatus } from "../../../contract/commission/commission.ts";
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import { plural } from "../../../base/text/plural.ts";
import { isTurnedDown } from "../../../rules/show/seal.ts";
import { columnsOf, cutTo, oneLine } from "../../../host/person/terminal.ts";
import { allTokens, count } from "../../../rules/show/measures.ts";
import { costText, elapsed } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { resumesText } from "./resuming.ts";
import { statusBrush } from "../status-word.ts";

export interface HeaderStyle {
  paint: Paint;
  width: number;
  now: number;
  /** Counts up, which turns the spinner of an active commission. */
  tick: number;
}

const spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const endMarks = { completed: "✔", failed: "✖", cancelled: "■" } as const;

export function headerLine(commission: CommissionSummary, style: HeaderStyle): string {
  const mark = markOf(commission, style.tick);
  const resumes = resumesText(commission, style.now);
  const words = resumes === null ? commission.status : `${commission.status}, ${resumes}`;
  const status = cutTo(`${mark} ${words}`, style.width);
  const facts = factsText(commission, style.now);
  const room = style.width - columnsOf(status) - 2;
  const shownFacts = room > 8 ? cutTo(facts, room) : "";
  const left = room - columnsOf(shownFacts) - 3;
  const summary = left > 10 && commission.summary !== null ? ` · ${oneLine(commission.summary, left)}` : "";
  const painted = style.paint.bold(statusBrush(style.paint, commission)(status));
  return shownFacts === "" ? painted : `${painted}  ${shownFacts}${style.paint.dim(summary)}`;
}

export function factsText(commission: CommissionSummary, now: number): string {
  const end = commission.endedAt === null ? now : Date.parse(commission.endedAt);
  return [
    elapsed(end - Date.parse(commission.createdAt)),
    plural(commission.turns, "turn"),
    `${count(allTokens(commission.tokens))} tokens`,
    costText(commission.cost),
  ].join(" · ");
}

function markOf(commission: CommissionSummary, tick: number): string {
  if (isTurnedDown(commission)) return endMarks.failed;
  if (isEndedStatus(commission.status)) return endMarks[commission.status];
  return spinner[tick % spinner.length] ?? "";
}
