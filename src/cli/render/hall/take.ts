// Renders `guild-hall take`: first which commits come and how the person's branch would move, then what was done.
import { plural } from "../../../base/text/plural.ts";
import type { TakeReport, TakeUndoReport } from "../../../contract/project/take.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";

interface Style {
  paint: Paint;
}

/** Whether there is something to do, by the hall or by the person's git. */
export function isChange({ kind, command }: TakeReport): boolean {
  return kind !== "nothing" && (kind !== "conflict" || command !== null);
}

export function takePlanLines(report: TakeReport, { paint }: Style): string[] {
  const { brings, total, conflicts, notes, kind } = report;
  const left = total - brings.length;
  return [
    kind === "conflict" ? paint.red(headText(report)) : headText(report),
    ...brings.map(({ commit, subject }) => `  ${commit.slice(0, 12)}  ${oneLine(subject, 500)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...conflicts.map((path) => paint.red(`  conflict in ${oneLine(path, 1000)}`)),
    ...whereLines(report),
    ...notes.map((note) => paint.yellow(oneLine(note, 2000))),
  ];
}

function headText({ kind, branch, integration, brings, total }: TakeReport): string {
  const own = oneLine(branch.name, 200);
  const from = oneLine(integration.name, 200);
  const isAll = brings[0]?.commit === integration.tip;
  const commits = plural(total, "commit");
  switch (kind) {
    case "nothing":
      return `${own} has all of ${from}.`;
    case "fast-forward":
      return `${own} goes forward to ${isAll ? from : "its next commit, the work of one commission"}: ${commits}.`;
    case "merge":
      return `${from} is merged into ${own}, which has commits of its own: ${commits}.`;
    case "cherry-pick":
      return `One commission's commit alone, as a cherry-pick: ${own} gets a copy of it.`;
    case "conflict":
      return `${from} cannot be combined with ${own} without you: ${commits}.`;
  }
}

function whereLines({ branch, checkedOut, command, kind }: TakeReport): string[] {
  const own = oneLine(branch.name, 200);
  if (kind === "nothing") return [];
  if (checkedOut === null)
    return kind === "conflict" ? [] : [`${own} is checked out nowhere: the hall moves it.`];
  if (command === null) return [];
  return [
    `${own} is checked out, so your own git does it: ${ownGitText({ directory: checkedOut, args: command })}`,
  ];
}

interface GitCommand {
  directory: string;
  args: readonly string[];
}

function ownGitText({ directory, args }: GitCommand): string {
  return ["git", "-C", directory, ...args].map(quoted).join(" ");
}

/** Quotes a word for a shell, if it needs that, so that the command can be copied. */
function quoted(word: string): string {
  const shown = oneLine(word, 4000);
  return /^[\w./:@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

export function gitCommandText(command: GitCommand): string {
  return `$ ${ownGitText(command)}`;
}

/** With `isNoted` false the lines name no undo, because the hall does not know of the take-over. */
export function takeDoneLines(
  report: TakeReport,
  { paint, isNoted = true }: Style & { isNoted?: boolean },
): string[] {
  const { moved, branch, project, checkedOut } = report;
  const own = oneLine(branch.name, 200);
  const undo = `To take it back while ${own} is still there: guild-hall take ${project} --undo`;
  if (moved)
    return [
      paint.green(`Done: ${own} is at ${branch.after?.slice(0, 12) ?? "its new commit"}.`),
      ...(isNoted ? [undo] : []),
    ];
  const why = checkedOut === null ? "" : `, because it is checked out now, in ${oneLine(checkedOut, 1000)}`;
  return [paint.yellow(`${own} did not move${why}. Run the command again to see the plan.`)];
}

/** Says that the work of git stands, but that the hall cannot undo it. */
export function notNotedLines({ project }: TakeReport, why: string): string[] {
  return [
    `The hall could not note it, so "guild-hall take ${project} --undo" does not know it: ${oneLine(why, 1000)}`,
  ];
}

type Stopped = Pick<TakeReport, "checkedOut"> & { branch: { name: string } };

/** Says that git stopped, and that what it left is the person's to finish. */
export function gitStoppedLines({ branch, checkedOut }: Stopped, code: number | null): string[] {
  const where = oneLine(checkedOut ?? "the checkout", 1000);
  const how = code === null ? "was ended by a signal" : `ended with exit code ${code}`;
  return [
    `git ${how}, in ${where}.`,
    `If it stopped in a conflict, it is yours to finish: solve it there and commit, or give it up ("git status" says how). ${oneLine(branch.name, 200)} is as git left it.`,
  ];
}

export function undoPlanLines({ branch, checkedOut, command }: TakeUndoReport): string[] {
  const how =
    command === null || checkedOut === null
      ? "It is checked out nowhere: the hall moves it."
      : `It is checked out, so your own git does it: ${ownGitText({ directory: checkedOut, args: command })}`;
  return [
    `${oneLine(branch.name, 200)} goes back from ${branch.before.slice(0, 12)} to ${branch.after.slice(0, 12)}, where it was before the last take-over.`,
    how,
  ];
}

export function undoDoneLines({ branch }: TakeUndoReport, { paint }: Style): string[] {
  return [paint.green(`Done: ${oneLine(branch.name, 200)} is at ${branch.after.slice(0, 12)} again.`)];
}
