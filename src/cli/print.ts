// Prints for every command: lines for people, one JSON document for scripts, problems and remarks on standard error.
import type { Problem } from "../contract/api/problem.ts";
import type { Interruption } from "../host/person/console.ts";
import { printable, printableJson } from "../host/person/terminal.ts";
import type { Cli } from "./cli.ts";
import type { Paint } from "./render/paint.ts";
import { flag, type CommandInput } from "./table/command.ts";

export interface Shown<T> {
  /** The JSON document. */
  found: T;
  /** Called only without --json. */
  lines(found: T, style: PageStyle): readonly string[];
}

/** Prints `found` as JSON if the person gave --json, else as lines. Returns the exit code 0. */
export function printFound<T>(cli: Cli, input: CommandInput, { found, lines }: Shown<T>): number {
  if (flag(input, "json")) printJson(cli, found);
  else printLines(cli, lines(found, pageStyle(cli)));
  return 0;
}

export function printLines({ console }: Pick<Cli, "console">, lines: readonly string[]): void {
  console.out(lines.map((line) => `${line}\n`).join(""));
}

export function printJson({ console }: Pick<Cli, "console">, value: unknown): void {
  console.out(`${printableJson(value)}\n`);
}

export function printProblem(
  { console, errPaint }: Pick<Cli, "console" | "errPaint">,
  problem: Problem,
): void {
  const hint = problem.hint === undefined ? "" : `${errPaint.dim(printable(problem.hint))}\n`;
  console.err(`${errPaint.red("guild-hall:")} ${printable(problem.message)}\n${hint}`);
}

export function printProblemJson({ console }: Pick<Cli, "console">, problem: Problem): void {
  console.err(`${printableJson({ error: problem })}\n`);
}

/** Prints a remark to standard error, so that it stays out of the file or pipe that takes the result. */
export function printAside({ console, errPaint }: Pick<Cli, "console" | "errPaint">, line: string): void {
  console.err(`${errPaint.dim(line)}\n`);
}

/** Returns the width of the terminal. A pipe has no width: nothing is cut or wrapped for it. */
export function widthOf({ console }: Pick<Cli, "console">): number {
  return console.window()?.columns ?? Number.POSITIVE_INFINITY;
}

export interface PageStyle {
  paint: Paint;
  width: number;
  now: number;
}

export function pageStyle(cli: Cli): PageStyle {
  return { paint: cli.paint, width: widthOf(cli), now: cli.clock.now() };
}

/** The exit code if a commission ended but did not complete, was refuted by its checks, or is in conflict. */
export const notDoneExit = 4;

/** Returns the exit code after an interruption by the person. */
export function interruptedExit({ console }: Pick<Cli, "console">): number {
  return (console.stopped.reason as Interruption).exit;
}
