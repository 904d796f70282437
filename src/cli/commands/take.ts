// guild-hall take: brings what landed on a project's integration branch to the person's own branch, or takes that back.
// Where the branch is checked out, the person's own git does it, in the foreground of their terminal.
import { messageOf } from "../../base/text/message-of.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { TakeReport, TakeUndoReport } from "../../contract/project/take.ts";
import type { Cli } from "../cli.ts";
import { getHall, type SpokenHall } from "../hall/get-hall.ts";
import { runOwnGit } from "../hall/own-git.ts";
import { interruptedExit, pageStyle, printAside, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import {
  gitCommandText,
  gitStoppedLines,
  isChange,
  notNotedLines,
  takeDoneLines,
  takePlanLines,
  undoDoneLines,
  undoPlanLines,
} from "../render/hall/take.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";

export async function take(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const [, given] = input.parameters;
  if (given !== undefined && flag(input, "undo"))
    return refuse("usage", "--undo takes back the whole last take-over: give no id with it.");
  const hall = await getHall(cli);
  if (flag(input, "undo")) return undoTake(cli, input, { hall, name: typed.name });
  const commission = given === undefined ? undefined : await hall.client.resolveId(given);
  return takeOver(cli, input, { hall, name: typed.name, commission });
}

interface Taking {
  hall: SpokenHall;
  name: ProjectName;
  commission: CommissionId | undefined;
}

async function takeOver(cli: Cli, input: CommandInput, taking: Taking): Promise<Done> {
  const { hall, name, commission } = taking;
  const { projects } = hall.client;
  const plan = await projects.take(name, { dryRun: true, commission });
  say(cli, input, takePlanLines(plan, pageStyle(cli)));
  const go = isChange(plan) ? await mayGo(cli, input, `guild-hall take ${name}`) : "no";
  if (go === "interrupted") return interruptedExit(cli);
  if (go === "no") return ended(cli, input, { found: plan, exit: plan.kind === "conflict" ? 1 : 0 });
  if (plan.command !== null) return takeByGit(cli, input, { ...taking, plan });
  const expected = { branch: plan.branch.before, integration: plan.integration.tip };
  const report = await projects.take(name, { commission, expected });
  say(cli, input, takeDoneLines(report, pageStyle(cli)));
  return ended(cli, input, { found: report, exit: report.moved ? 0 : 1 });
}

/** Runs the person's git as planned, and tells the hall what it did, so that it can be undone. */
async function takeByGit(
  cli: Cli,
  input: CommandInput,
  { hall, name, commission, plan }: Taking & { plan: TakeReport },
): Promise<Done> {
  const { projects } = hall.client;
  const now = await projects.take(name, { dryRun: true, commission });
  const moved = findMoved({ ...plan, tip: plan.integration }, { ...now, tip: now.integration });
  if (moved !== null) return moved;
  const ran = await runGit(cli, input, plan);
  if (ran === "interrupted") return interruptedExit(cli);
  const { branch } = await projects.take(name, { dryRun: true });
  const isMoved = branch.before !== plan.branch.before;
  const report = { ...plan, dryRun: false, moved: isMoved, branch: { ...plan.branch, after: branch.before } };
  const why = isMoved ? await note({ hall, name }, report) : null;
  if (ran === 0 || isMoved)
    say(cli, input, takeDoneLines(report, { ...pageStyle(cli), isNoted: why === null }));
  if (why !== null) stopped(cli, notNotedLines(report, why));
  if (ran !== 0) stopped(cli, gitStoppedLines(plan, ran));
  return ended(cli, input, { found: report, exit: ran === 0 && isMoved ? 0 : 1 });
}

/** Tells the hall what git did. Returns why the hall did not note it; `null` if it did. Git's work stands anyway. */
async function note(
  { hall, name }: Pick<Taking, "hall" | "name">,
  { branch }: TakeReport,
): Promise<string | null> {
  const { before, after } = branch;
  try {
    await hall.client.projects.taken(name, { before, after: after ?? before });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

interface Seen {
  branch: { name: string; before: string };
  checkedOut: string | null;
  /** The branch whose work comes; absent in an undo. */
  tip?: { name: string; tip: string };
}

/** Returns a refusal if something moved while the person read the plan, because their git does not check that. */
function findMoved(seen: Seen, now: Seen): Refusal | null {
  const { branch, tip, checkedOut } = seen;
  const hasMoved = now.branch.name !== branch.name || now.branch.before !== branch.before;
  if (hasMoved) return changed(`The branch "${branch.name}" has moved since you saw the plan.`);
  if (now.tip?.tip !== tip?.tip)
    return changed(`The branch "${tip?.name ?? ""}" has moved since you saw the plan.`);
  if (now.checkedOut === checkedOut) return null;
  const where = now.checkedOut === null ? "nowhere" : `in ${now.checkedOut}`;
  return changed(
    `The checkouts have moved since you saw the plan: "${branch.name}" is checked out ${where} now.`,
  );
}

function changed(message: string): Refusal {
  return refuse("wrong_state", message, "Nothing was changed. Run the command again to see the plan.");
}

async function undoTake(
  cli: Cli,
  input: CommandInput,
  { hall, name }: Omit<Taking, "commission">,
): Promise<Done> {
  const { projects } = hall.client;
  const plan = await projects.undoTake(name, { dryRun: true });
  say(cli, input, undoPlanLines(plan));
  const go = await mayGo(cli, input, `guild-hall take ${name} --undo`);
  if (go === "interrupted") return interruptedExit(cli);
  if (go === "no") return ended(cli, input, { found: plan, exit: 0 });
  const moved = findMoved(plan, await projects.undoTake(name, { dryRun: true }));
  if (moved !== null) return moved;
  if (plan.command !== null) return undoByGit(cli, input, { hall, name, plan });
  const report = await projects.undoTake(name, { dryRun: false });
  say(cli, input, undoDoneLines(report, pageStyle(cli)));
  return ended(cli, input, { found: report, exit: report.moved ? 0 : 1 });
}

/** Runs the person's git. The hall need not be told: a take-over counts only while the branch is where it left it. */
async function undoByGit(
  cli: Cli,
  input: CommandInput,
  { hall, name, plan }: Omit<Taking, "commission"> & { plan: TakeUndoReport },
): Promise<Done> {
  const ran = await runGit(cli, input, plan);
  if (ran === "interrupted") return interruptedExit(cli);
  const { branch } = await hall.client.projects.take(name, { dryRun: true });
  const report = { ...plan, dryRun: false, moved: branch.before === plan.branch.after };
  if (report.moved) say(cli, input, undoDoneLines(report, pageStyle(cli)));
  else stopped(cli, gitStoppedLines(plan, ran));
  return ended(cli, input, { found: report, exit: report.moved ? 0 : 1 });
}

type Ran = number | null | "interrupted";

async function runGit(
  cli: Cli,
  input: CommandInput,
  plan: Pick<TakeReport, "checkedOut" | "command">,
): Promise<Ran> {
  const directory = plan.checkedOut ?? "";
  printAside(cli, gitCommandText({ directory, args: plan.command ?? [] }));
  const { code } = await runOwnGit(cli, {
    directory,
    args: plan.command ?? [],
    isQuiet: flag(input, "json"),
  });
  return cli.console.stopped.aborted ? "interrupted" : code;
}

/** Asks the person if there is a terminal. Without one, and without --yes, says how to do it. */
async function mayGo(cli: Cli, input: CommandInput, command: string): Promise<"yes" | "no" | "interrupted"> {
  const { console } = cli;
  if (flag(input, "dry-run")) return "no";
  if (flag(input, "yes")) return "yes";
  if (flag(input, "json") || !console.stdinIsTty || !console.stderrIsTty) {
    printAside(cli, `Nothing was changed. To do it without a question: ${command} --yes`);
    return "no";
  }
  console.err("Do it? [y/N] ");
  const answer = await cli.readAnswer();
  if (console.stopped.aborted) return "interrupted";
  if (/^y(?:es)?$/i.test((answer ?? "").trim())) return "yes";
  printAside(cli, "Nothing was changed.");
  return "no";
}

function say(cli: Cli, input: CommandInput, lines: readonly string[]): void {
  if (!flag(input, "json")) printLines(cli, lines);
}

function stopped(cli: Cli, lines: readonly string[]): void {
  cli.console.err(lines.map((line) => `${cli.errPaint.yellow(line)}\n`).join(""));
}

interface Ended {
  found: TakeReport | TakeUndoReport;
  exit: number;
}

function ended(cli: Cli, input: CommandInput, { found, exit }: Ended): number {
  if (flag(input, "json")) printJson(cli, found);
  else if (flag(input, "dry-run")) printLines(cli, ["Nothing was changed."]);
  return exit;
}
