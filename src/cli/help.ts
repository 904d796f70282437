// Builds the help texts from the command table.
import { wrapTo } from "../host/person/terminal.ts";
import type { CliCommand, Option } from "./table/command.ts";
import { type ParsedCommand, type CommandTable, wordsOfGroup } from "./parse.ts";
import type { Paint } from "./render/paint.ts";

/** The width to which prose is wrapped; rows of a table are not. */
const textColumns = 76;

export function generalHelp(table: CommandTable, paint: Paint): string {
  const names = Object.entries(table).map(([name, command]) => [name, command.summary] as const);
  return [
    `${paint.bold("guild-hall")}: hand over a commission, get back durable, reviewable work.`,
    "",
    paint.bold("Usage"),
    "  guild-hall <command> [options]",
    "",
    paint.bold("Commands"),
    ...aligned(names),
    "",
    paint.bold("Start here"),
    ...aligned([
      ["guild-hall demo", "watch a worker carry out a commission; no account needed"],
      ["guild-hall up", "start your own hall"],
      ["guild-hall <command> --help", "options and examples of one command"],
    ]),
    "",
    paint.bold("Environment"),
    ...aligned([
      ["GUILD_HALL_HOME", "where the hall keeps everything (default ~/.guild-hall)"],
      ["GUILD_HALL_PORT", "its port on 127.0.0.1 (default 4747; 0 = any)"],
      ["ANTHROPIC_API_KEY", "how workers reach Claude; or ANTHROPIC_AUTH_TOKEN"],
      ["NO_COLOR", "turns colour off"],
    ]),
    "",
    "Exit codes: 0 ok, 1 refused or failed, 2 wrong usage, 3 hall not reachable,",
    "4 commission not completed, refuted or in conflict; accept or undo stopped.",
    "",
  ].join("\n");
}

export function commandHelp({ name, command }: ParsedCommand, paint: Paint): string {
  return [
    usageLine({ name, command }),
    "",
    `  ${command.summary}.`,
    ...(command.more === undefined
      ? []
      : ["", ...wrapTo(command.more, textColumns).map((line) => `  ${line}`)]),
    "",
    paint.bold("Options"),
    ...aligned([...optionRows(command), ["-h, --help", "this text"]]),
    "",
    paint.bold("Examples"),
    ...command.examples.flatMap((example) => [`  ${example.line}`, paint.dim(`      ${example.says}`)]),
    "",
  ].join("\n");
}

/** Lists the commands that begin with this word. */
export function groupHelp(table: CommandTable, { group, paint }: { group: string; paint: Paint }): string {
  const rows = wordsOfGroup(table, group).map(
    (word) => [`guild-hall ${group} ${word}`, table[`${group} ${word}`]?.summary ?? ""] as const,
  );
  return [
    `guild-hall ${group} <command> [options]`,
    "",
    paint.bold("Commands"),
    ...aligned(rows),
    "",
    `guild-hall ${group} <command> --help shows the options and examples of one.`,
    "",
  ].join("\n");
}

/** A usage line shows a list of values up to this length. A longer list is left to completion. */
const fewValues = 6;

export function usageLine({ name, command }: ParsedCommand): string {
  const parameters = command.parameters.map(({ name: called, values, optional }) => {
    const shown = values !== undefined && values.length <= fewValues ? values.join("|") : called;
    return optional ? `[${shown}]` : `<${shown}>`;
  });
  const options = Object.keys(command.options).length > 0 ? ["[options]"] : [];
  return ["guild-hall", name, ...parameters, ...options].join(" ");
}

/** Returns each option as it is typed, with what it does. */
export function optionRows({ options }: CliCommand): (readonly [string, string])[] {
  return Object.entries(options).map(([key, option]) => [optionTitle(key, option), optionSummary(option)]);
}

function optionTitle(key: string, option: Option): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return `${short}--${key}${option.value === undefined ? "" : ` <${option.value}>`}`;
}

function optionSummary(option: Option): string {
  return option.values === undefined ? option.summary : `${option.summary}: ${option.values.join(", ")}`;
}

export function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
