// Shows the files a commission left, as a table.
import type { ArtifactList } from "../../../contract/commission/artifacts.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { plural } from "../../../base/text/plural.ts";
import { bytesText } from "../../../rules/show/measures.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

export function artifactTable(
  { artifacts, total, left }: ArtifactList,
  style: { paint: Paint; width: number },
): string[] {
  if (total === 0) return left.length === 0 ? ["The commission left no files."] : leftLines(left);
  const rows = artifacts.map(({ path, bytes, kind }) => [
    { text: kind },
    { text: bytesText(bytes) },
    { text: oneLine(path, 4000) },
  ]);
  const more = total - artifacts.length;
  return [
    ...tableLines({ head: ["KIND", "SIZE", "FILE"], rows }, style),
    ...(more > 0 ? ["", `There are ${more} more: ${plural(total, "file")} in all.`] : []),
    ...(left.length > 0 ? ["", ...leftLines(left)] : []),
  ];
}

function leftLines(left: ArtifactList["left"]): string[] {
  return [
    `${plural(left.length, "file")} of it ${left.length === 1 ? "stays" : "stay"} at its guild member:`,
    ...left.map(({ path, reason }) => `  ${oneLine(path, 4000)}: ${oneLine(reason, 4000)}`),
  ];
}
