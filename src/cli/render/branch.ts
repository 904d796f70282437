// What became of a commission's branch, and how the checks of its work came out.
import type { CommissionDetail } from "../../contract/api.ts";
import type { CommandRun } from "../../contract/tree.ts";
import { oneLine, printable } from "../../host/terminal.ts";
import { hasPassed } from "../../rules/has-passed.ts";
import { elapsed } from "./measures.ts";
import type { Paint } from "./paint.ts";

type Told = Pick<CommissionDetail, "branch" | "tree">;

/** null where it has none. */
export function branchText({ branch, tree }: Told, paint: Paint): string | null {
  if (branch === null) return null;
  const name = oneLine(branch.name, 200);
  const into = oneLine(branch.into, 200);
  const commit = branch.commit?.slice(0, 12) ?? "nothing";
  const isClosedSince = tree?.outcome?.keptWorktree === true && tree.worktree === null;
  const rest = tree?.outcome?.branch && !isClosedSince ? `; ${name} is kept` : "";
  switch (branch.state) {
    case "open":
      return `${name}, to go to ${into}`;
    case "merged":
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

/** Names the files in conflict, and the way out as long as nothing goes on with the work. */
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

type Ran = Pick<CommandRun, "command" | "exitCode" | "timedOut" | "output" | "cut" | "ms">;

const mostOutputLines = 20;

/** With the end of what it printed where it failed: that is where most say why. */
export function runLines(run: Ran, paint: Paint): string[] {
  const failed = !hasPassed(run);
  const how = run.timedOut ? "its time was up" : `exit code ${run.exitCode ?? "unknown"}`;
  const word = failed ? paint.red(`failed, ${how}`) : paint.green("passed");
  const head = `  ${oneLine(run.command, 500)}: ${word} ${paint.dim(`(${elapsed(run.ms)})`)}`;
  return failed ? [head, ...outputLines(run).map((line) => paint.dim(`    ${line}`))] : [head];
}

function outputLines({ output, cut }: Ran): string[] {
  const lines = printable(output.trimEnd()).split("\n");
  const isCut = cut || lines.length > mostOutputLines;
  const shown = lines.slice(-mostOutputLines).map((line) => oneLine(line, 500));
  return output.trim() === "" ? [] : [...(isCut ? ["[...]"] : []), ...shown];
}
