// Renders `guild-hall worktrees`: each worktree, its commission, and what prune does to it.
import type { PruneReport, WorktreeEntry, WorktreeList } from "../../../contract/project/worktrees.ts";
import { plural } from "../../../base/text/plural.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { bytesText } from "../../../rules/show/measures.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function worktreeLines({ worktrees, bytes, problems }: WorktreeList, style: Style): string[] {
  if (worktrees.length === 0) return ["There are no worktrees.", ...problemLines(problems, style)];
  const going = worktrees.filter(({ prune }) => prune !== "leave").length;
  const hint = going === 0 ? "" : ` "guild-hall worktrees --prune" removes ${going} of them.`;
  return [
    ...worktrees.flatMap((entry) => entryLines(entry, style)),
    `${plural(worktrees.length, "worktree")}: ${bytesText(bytes)}.${hint}`,
    ...problemLines(problems, style),
  ];
}

/** Renders one worktree. The path is long and has to be copied, so it gets its own line. */
function entryLines(entry: WorktreeEntry, { paint }: Style): string[] {
  const { project, state, why, commission, status, branch, disk, prune } = entry;
  const size = disk === null ? "no directory" : `${disk.complete ? "" : "over "}${bytesText(disk.bytes)}`;
  const whose = commission === null ? "" : `  ${commission}${status === null ? "" : ` (${status})`}`;
  const act = { close: "prune closes it", forget: "prune makes git forget it", leave: "" }[prune];
  return [
    `${paint.bold(project)}  ${stateWords[state]}  ${size}${whose}`,
    ...(branch === null ? [] : [`  branch ${oneLine(branch, 200)}`]),
    `  ${oneLine(entry.path, 1000)}`,
    paint.dim(`  ${oneLine(why, 500)}${act === "" ? "" : `; ${act}`}`),
    "",
  ];
}

const stateWords: Readonly<Record<WorktreeEntry["state"], string>> = {
  integration: "integration",
  in_use: "in use",
  half_made: "half made",
  kept: "kept",
  left: "left over",
  missing: "missing",
  stray: "unknown",
};

export function pruneLines(report: PruneReport, style: Style): string[] {
  const { pruned, left, bytes, dryRun, problems } = report;
  const rows = pruned.map(({ state, disk, path, trashed }) => [
    { text: stateWords[state] },
    { text: disk === null ? "" : bytesText(disk.bytes) },
    { text: oneLine(trashed === null ? path : `${path}, with files in ${trashed}`, 1000) },
  ]);
  const kept = left.filter(({ state }) => state !== "integration" && state !== "in_use");
  return [
    ...(rows.length === 0 ? [] : [...tableLines({ head: ["WHAT", "SIZE", "WHERE"], rows }, style), ""]),
    pruned.length === 0
      ? "There is nothing to prune."
      : `${plural(pruned.length, "worktree")} ${dryRun ? "would be removed" : "removed"}: ${bytesText(bytes)}.`,
    ...kept.map(({ path, why }) => `Left: ${oneLine(path, 1000)}: ${oneLine(why, 500)}`),
    ...problemLines(problems, style),
  ];
}

function problemLines(problems: readonly string[], { paint }: Style): string[] {
  return problems.map((problem) => paint.red(oneLine(problem, 1000)));
}
