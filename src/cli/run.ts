// Runs one command line: parses it, loads the command, runs it, and turns the outcome into an exit code.
import { messageOf } from "../base/text/message-of.ts";
import { doors, problem, type Problem } from "../contract/api/problem.ts";
import { codeOf } from "../host/files/disk.ts";
import type { Cli } from "./cli.ts";
import { commandTable } from "./table/command-table.ts";
import { commandHelp, generalHelp, groupHelp } from "./help.ts";
import { parseCommandLine, type Parsed, usageHint } from "./parse.ts";
import { interruptedExit, printProblem, printProblemJson } from "./print.ts";

export async function runCommandLine(cli: Cli): Promise<number> {
  const parsed = parseCommandLine(commandTable, cli.console.args);
  if ("ok" in parsed) return refused(cli, parsed.problem);
  if (parsed.ask === "version") return print(cli, `guild-hall ${cli.release}\n`);
  if (parsed.ask === "help") return help(cli, parsed);
  return run(cli, parsed);
}

async function run(cli: Cli, { name, command, input }: Extract<Parsed, { ask: "run" }>): Promise<number> {
  try {
    const run = await command.load();
    const done = await run(cli, input);
    return typeof done === "number" ? done : refused(cli, withHelp(name, done.problem));
  } catch (error) {
    if (cli.console.stopped.aborted) return interruptedExit(cli);
    return refused(cli, problemOf(error));
  }
}

/** Adds the command's name to the hint, so that a command need not know its own name. */
function withHelp(name: string, refusal: Problem): Problem {
  const isPlain = refusal.code === "usage" && refusal.hint === doors.usage.hint;
  return isPlain ? { ...refusal, hint: usageHint(name) } : refusal;
}

function help(cli: Cli, { name }: Extract<Parsed, { ask: "help" }>): number {
  const command = name === undefined ? undefined : commandTable[name];
  if (name !== undefined && command) return print(cli, commandHelp({ name, command }, cli.paint));
  if (name !== undefined) return print(cli, groupHelp(commandTable, { group: name, paint: cli.paint }));
  if (cli.console.args.length > 0) return print(cli, generalHelp(commandTable, cli.paint));
  // No command at all: a person gets the help, and a script gets the exit code for wrong usage.
  cli.console.err(generalHelp(commandTable, cli.errPaint));
  return doors.usage.exit;
}

function print(cli: Cli, text: string): number {
  cli.console.out(text);
  return 0;
}

function refused(cli: Cli, problem: Problem): number {
  if (cli.console.args.includes("--json")) printProblemJson(cli, problem);
  else printProblem(cli, problem);
  return doors[problem.code].exit;
}

/**
 * Returns the problem to print. The client throws errors that carry one; any other error is a failure of the
 * environment, or a bug.
 */
function problemOf(error: unknown): Problem {
  if (error instanceof Error && "problem" in error) return error.problem as Problem;
  const message = messageOf(error);
  const code = codeOf(error) ?? "";
  if (Object.hasOwn(storageFaults, code)) return problem("storage", `${storageFaults[code]} (${message})`);
  return problem("internal", message);
}

/** Codes of failed writes of this process itself, which no hall logs. */
const storageFaults: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full.",
  EDQUOT: "Your share of the disk is used up.",
  EROFS: "The file system is mounted read-only.",
};
