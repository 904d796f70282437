// Renders `guild-hall spend`: the cost of each day, by worker.
import { oneLine } from "../../../host/person/terminal.ts";
import { sumText } from "../../../rules/show/money.ts";
import { plural } from "../../../base/text/plural.ts";
import { type SpentDay, type Sum, sumOf } from "../../../rules/model/spending.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
  /** The number of days requested. */
  days: number;
}

export function spendLines(days: readonly SpentDay[], style: Style): string[] {
  const rows = days.map((day, i) => [
    { text: i === 0 ? "today" : day.day },
    { text: sumText(day) },
    { text: day.workers.map((each) => `${oneLine(each.worker, 40)} ${sumText(each)}`).join(", ") },
  ]);
  const sum = sumOf(days);
  return [
    ...tableLines({ head: ["DAY", "SPENT", "BY"], rows }, style),
    "",
    `${style.days === 1 ? "Today" : `In ${plural(style.days, "day")}`}: ${sumText(sum)}. Rehearsals cost nothing and are not counted.`,
    ...unknownLines(sum, style),
  ];
}

function unknownLines({ unpriced }: Sum, { paint }: Style): string[] {
  if (unpriced === 0) return [];
  return [
    paint.yellow(
      `The cost of ${plural(unpriced, "answer")} is not known, because the model has no known price.`,
    ),
  ];
}
