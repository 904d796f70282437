// Shows what a commission changed, for a terminal. A worker wrote the paths and patches, so they are made printable.
import type { ChangedFile, CommissionDiff, PatchSummary } from "../../../contract/commission/diff.ts";
import { oneLine, printable } from "../../../host/person/terminal.ts";
import { plural } from "../../../base/text/plural.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

export function statLines(
  { files }: Pick<CommissionDiff, "files">,
  style: { paint: Paint; width: number },
): string[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => [
    { text: changeWords[file.change] },
    { text: file.additions === null ? "-" : `+${file.additions}`, brush: style.paint.green },
    { text: file.deletions === null ? "-" : `-${file.deletions}`, brush: style.paint.red },
    { text: pathText(file) },
  ]);
  return [...tableLines({ head: ["CHANGE", "ADDED", "DELETED", "FILE"], rows }, style), ""];
}

const changeWords: Readonly<Record<ChangedFile["change"], string>> = {
  added: "new",
  modified: "changed",
  deleted: "deleted",
  renamed: "renamed",
  copied: "copied",
  type: "replaced",
};

function pathText({ path, from }: Pick<ChangedFile, "path" | "from">): string {
  return oneLine(from === null ? path : `${from} -> ${path}`, 4000);
}

/** Sums up the diff in one sentence. */
export function diffTotals(diff: CommissionDiff): string {
  const { files, total } = diff;
  const listed = files.length < total && files.length !== 1 ? `, of which ${files.length} are listed` : "";
  return totalsText(diff, listed);
}

/** Sums up a patch, which is always complete, in one sentence. */
export function patchTotals(summary: PatchSummary): string {
  return totalsText(summary, "");
}

function totalsText(totals: Omit<CommissionDiff, "files">, listed: string): string {
  const { total, additions, deletions, base, tip, into, earlier } = totals;
  const against = `against ${base.slice(0, 12)}${tip === null ? ", as it is now" : ""}`;
  if (total === 0) return `Nothing is changed ${against}.`;
  const lines = `${plural(additions, "line")} added, ${deletions} deleted`;
  return `${plural(total, "file")} changed${listed}: ${lines}, for ${oneLine(into, 200)}, ${against}${earlier ? ", with the work of the attempt before" : ""}.`;
}

/** Colours a patch as git does. */
export function patchLines({ files }: Pick<CommissionDiff, "files">, paint: Paint): string[] {
  return files.flatMap(({ patch }) => (patch === null ? [] : onePatch(patch, paint)));
}

function onePatch(patch: string, paint: Paint): string[] {
  let isHead = true;
  return printable(patch.replace(/\n$/, ""))
    .split("\n")
    .map((line) => {
      if (line.startsWith("diff --git ")) isHead = true;
      if (line.startsWith("@@ ")) isHead = false;
      return brushOf(line, { isHead, paint })(line);
    });
}

/**
 * Returns the colour of a line. Inside a hunk every line starts with a marker, so that none is mistaken for the head of
 * the next file.
 */
function brushOf(
  line: string,
  { isHead, paint }: { isHead: boolean; paint: Paint },
): (text: string) => string {
  if (isHead) return paint.bold;
  if (line.startsWith("@@ ")) return paint.cyan;
  if (line.startsWith("+")) return paint.green;
  return line.startsWith("-") ? paint.red : (text) => text;
}

export function leftOutLines({ files }: Pick<CommissionDiff, "files">): string[] {
  return files
    .filter(({ patch }) => patch === null)
    .map((file) => `${pathText(file)}: ${oneLine(file.why ?? "It is left out.", 500)}`);
}
