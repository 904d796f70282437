// Renders `guild-hall project ahead` and the totals of `guild-hall project diff`: what finished work has put ahead of the
// person's branch.
import { plural } from "../../../base/text/plural.ts";
import type { AheadCommit, ProjectAhead, ProjectDiff } from "../../../contract/project/ahead.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { age } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { shortIds } from "../short-ids.ts";
import { type Cell, tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
  now: number;
}

export function aheadLines(ahead: ProjectAhead, style: Style): string[] {
  const { commits, total, behind, project } = ahead;
  const own = oneLine(ahead.branch, 200);
  const from = oneLine(ahead.integration, 200);
  const also = behind === 0 ? "" : ` It lacks ${plural(behind, "commit")} of ${own}.`;
  if (total === 0) return [`${own} has all of ${from}.${also}`];
  const left = total - commits.length;
  return [
    ...commitTable(commits, style),
    ...(left > 0 ? [`and ${left} older ones`] : []),
    "",
    `${from} has ${plural(total, "commit")} that ${own} lacks.${also}`,
    `To look at all of it: guild-hall project diff ${project}. To take it over: guild-hall take ${project}`,
  ];
}

function commitTable(commits: readonly AheadCommit[], style: Style): string[] {
  const short = shortIds(commits.flatMap(({ commission }) => (commission === null ? [] : [commission])));
  const rows = commits.map((each): Cell[] => [
    { text: each.commit.slice(0, 12) },
    { text: age(style.now - Date.parse(each.at)) },
    { text: oneLine(each.author, 30) },
    { text: String(each.files) },
    { text: each.commission === null ? "" : (short.get(each.commission) ?? each.commission) },
    { text: `${each.reverts ? "reverts: " : ""}${oneLine(each.subject, 1000)}` },
  ]);
  return tableLines({ head: ["COMMIT", "AGE", "AUTHOR", "FILES", "COMMISSION", "SUBJECT"], rows }, style);
}

export function projectDiffTotals({ files, total, additions, deletions, base, tip }: ProjectDiff): string {
  const against = `from ${base.slice(0, 12)} to ${tip.slice(0, 12)}`;
  if (total === 0) return `Nothing is changed ${against}.`;
  const listed = files.length < total && files.length !== 1 ? `, of which ${files.length} are listed` : "";
  return `${plural(total, "file")} changed${listed}: ${plural(additions, "line")} added, ${deletions} deleted, ${against}.`;
}
