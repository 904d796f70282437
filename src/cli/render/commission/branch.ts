// Shows what became of a commission's branch, and the outcome of its checks.
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import type { CheckResult, CommandRun } from "../../../contract/project/tree.ts";
import { oneLine, printable } from "../../../host/person/terminal.ts";
import { findBranchThere } from "../../../rules/project/branch-there.ts";
import { findFailureApart } from "../../../rules/checks/first-failure.ts";
import { hasPassed } from "../../../rules/checks/has-passed.ts";
import { passedWords } from "../../../rules/limits/passed-limit.ts";
import { elapsed } from "../measures.ts";
import type { Paint } from "../paint.ts";

type Told = Pick<CommissionDetail, "branch" | "tree" | "landing">;

/** Returns `null` if the commission has no branch. */
export function branchText({ branch, tree, landing }: Told, paint: Paint): string | null {
  if (branch === null) return null;
  const name = oneLine(branch.name, 200);
  const into = oneLine(branch.into, 200);
  const commit = branch.commit?.slice(0, 12) ?? "nothing";
  const rest = findBranchThere({ branch, tree }) === null ? "" : `; ${name} is kept`;
  switch (branch.state) {
    case "open":
      return `${name}, to be merged into ${into}`;
    case "merged":
      if (landing?.state === "undone")
        return paint.yellow(`was merged into ${into} as ${commit}, and undone`) + rest;
      return paint.green(`merged into ${into} as ${commit}`) + rest;
    case "conflict":
      return paint.red(`in conflict with ${into}: not merged, and kept as ${name} at ${commit}`);
    case "kept":
      return paint.yellow(`not merged: kept as ${name}${branch.commit === null ? "" : ` at ${commit}`}`);
    case "unchanged":
      return "nothing was changed";
  }
}

const mostFiles = 50;

type Torn = Pick<CommissionDetail, "id" | "tree" | "continuedBy" | "branch">;

/** Names the files in conflict, and how to resolve it unless another commission continues the work. */
export function conflictLines({ id, tree, continuedBy, branch }: Torn): string[] {
  const files = tree?.outcome?.conflicts ?? [];
  const left = files.length - mostFiles;
  const isOpen = branch?.state === "conflict" && continuedBy === null;
  return [
    ...files.slice(0, mostFiles).map((file) => `  ${oneLine(file, 1000)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...(isOpen
      ? [`  "guild-hall redispatch ${id}" brings it over to ${oneLine(branch.into, 200)} as it is now.`]
      : []),
  ];
}

/** A run of a check, or of the set-up, which has neither a time nor a tree. */
type Ran = CommandRun & Partial<Pick<CheckResult, "at" | "tree">>;

const mostOutputLines = 20;
/** How many lines of output are shown below the first failure, which says more than they do. */
const fewOutputLines = 6;

/** Shows one run of a command. If it failed, adds the first failure and the end of its output. */
export function runLines(run: Ran, paint: Paint): string[] {
  const failed = !hasPassed(run);
  const ended = run.timedOut ? "its time was up" : `exit code ${run.exitCode ?? "unknown"}`;
  const passed = passedWords(run);
  const how = passed ? `it ${passed}` : ended;
  const word = failed ? paint.red(`failed, ${how}`) : paint.green("passed");
  const head = `  ${oneLine(run.command, 500)}: ${word} ${paint.dim(`(${ranText(run)})`)}`;
  return failed ? [head, ...outputLines(run).map((line) => paint.dim(`    ${line}`))] : [head];
}

/** Formats as "0:03, 2026-11-16T09:00:00.000Z, tree 0123456789ab". */
function ranText({ ms, at, tree }: Ran): string {
  const when = at ? [oneLine(at, 40)] : [];
  const what = tree ? [`tree ${oneLine(tree.slice(0, 12), 40)}`] : [];
  return [elapsed(ms), ...when, ...what].join(", ");
}

function outputLines({ output, cut }: Ran): string[] {
  if (output.trim() === "") return [];
  const lines = output.trimEnd().split("\n");
  const failure = findFailureApart(output);
  const most = failure ? fewOutputLines : mostOutputLines;
  const isCut = cut || lines.length > most;
  return [
    ...(failure ? [`first failure, at line ${failure.line}:`, ...shown(failure.text.split("\n"))] : []),
    ...(isCut ? ["[...]"] : []),
    ...shown(lines.slice(-most)),
  ];
}

function shown(lines: readonly string[]): string[] {
  return printable(lines.join("\n"))
    .split("\n")
    .map((line) => oneLine(line, 500));
}
