// Renders `guild-hall clean`: what is removed, its size, and how long it was kept.
import type { CleanReport } from "../../../contract/api/clean.ts";
import { plural } from "../../../base/text/plural.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { bytesText } from "../../../rules/show/measures.ts";
import { span } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

export function cleanLines(
  report: CleanReport,
  style: { paint: Paint; width: number; now: number },
): string[] {
  const { items, bytes, dryRun, problems } = report;
  if (items.length === 0) return ["Nothing has been kept longer than it should be."];
  const rows = items.map(({ kind, path, bytes: size, since }) => [
    { text: kind },
    { text: bytesText(size) },
    { text: span(style.now - Date.parse(since)) },
    { text: oneLine(path, 500) },
  ]);
  const gone = items.length - problems.length;
  const told = dryRun
    ? `${plural(items.length, "thing")} would be removed: ${bytesText(bytes)}.`
    : `${plural(gone, "thing")} removed: ${problems.length > 0 ? "at most " : ""}${bytesText(bytes)}.`;
  return [
    ...tableLines({ head: ["WHAT", "SIZE", "KEPT", "WHERE"], rows }, style),
    "",
    told,
    ...problems.map((problem) => style.paint.red(`Not removed: ${oneLine(problem, 1000)}`)),
  ];
}
