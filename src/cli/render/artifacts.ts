// The files a commission left, as a table.
import type { ArtifactList } from "../../contract/artifacts.ts";
import { oneLine } from "../../host/terminal.ts";
import { plural } from "../../rules/plural.ts";
import { bytesText } from "../../rules/measures.ts";
import type { Paint } from "./paint.ts";
import { tableLines } from "./table.ts";

export function artifactTable(
  { artifacts, total }: ArtifactList,
  style: { paint: Paint; width: number },
): string[] {
  if (total === 0) return ["It left no files."];
  const rows = artifacts.map(({ path, bytes, kind }) => [
    { text: kind },
    { text: bytesText(bytes) },
    { text: oneLine(path, 4000) },
  ]);
  const more = total - artifacts.length;
  return [
    ...tableLines({ head: ["KIND", "SIZE", "FILE"], rows }, style),
    ...(more > 0 ? ["", `There are ${more} more: ${plural(total, "file")} in all.`] : []),
  ];
}
