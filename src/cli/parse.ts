// Parses a command line into a command and its input, by the command table alone.
import { parseArgs } from "node:util";
import { refuse, type Refusal } from "../contract/api/problem.ts";
import type { CliCommand, CommandInput, Commands, Option } from "./table/command.ts";
import { suggest } from "../base/text/suggest.ts";

export type CommandTable = Commands;

export interface ParsedCommand {
  name: string;
  command: CliCommand;
}

export type Parsed =
  | { ask: "help"; name?: string }
  | { ask: "version" }
  | { ask: "run"; name: string; command: CliCommand; input: CommandInput };

export function parseCommandLine(table: CommandTable, args: readonly string[]): Parsed | Refusal {
  const [name, ...rest] = args;
  if (name === undefined) return { ask: "help" };
  if (name === "--help" || name === "-h") return { ask: "help" };
  if (name === "--version" || name === "-V") return { ask: "version" };
  if (name === "help") return askedHelp(table, rest);
  const found = findCommand(table, args);
  if ("ok" in found) return asksForHelp(rest) && isGroup(table, name) ? { ask: "help", name } : found;
  if (asksForHelp(found.rest)) return { ask: "help", name: found.name };
  const input = parseInput(found, found.rest);
  return "ok" in input ? input : { ask: "run", name: found.name, command: found.command, input };
}

/**
 * Finds the command that the words begin with. A name in the table may have two words, of which the first names a
 * group.
 */
function findCommand(
  table: CommandTable,
  args: readonly string[],
): (ParsedCommand & { rest: string[] }) | Refusal {
  const [first = "", second = "", ...rest] = args;
  for (const [name, left] of [[`${first} ${second}`, rest] as const, [first, args.slice(1)] as const]) {
    const command = Object.hasOwn(table, name) ? table[name] : undefined;
    if (command && isWordOfGroup(table, { name, command, word: left[0] })) break;
    if (command) return { name, command, rest: [...left] };
  }
  return isGroup(table, first)
    ? unknownInGroup(table, { group: first, word: args[1] })
    : unknownCommand(table, first);
}

/**
 * Returns whether a word after a command that takes none, such as "review", is meant for a command of the group with
 * that name.
 */
function isWordOfGroup(
  table: CommandTable,
  { name, command, word }: ParsedCommand & { word: string | undefined },
): boolean {
  const isWord = word !== undefined && !word.startsWith("-");
  return isWord && command.parameters.length === 0 && isGroup(table, name);
}

function isGroup(table: CommandTable, word: string): boolean {
  return wordsOfGroup(table, word).length > 0;
}

/** Returns the second words of a group's commands. */
export function wordsOfGroup(table: CommandTable, group: string): string[] {
  return Object.keys(table).flatMap((name) =>
    name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
  );
}

function askedHelp(table: CommandTable, words: readonly string[]): Parsed | Refusal {
  const [first] = words;
  if (first === undefined) return { ask: "help" };
  if (words.length === 1 && isGroup(table, first)) return { ask: "help", name: first };
  const found = findCommand(table, words);
  return "ok" in found ? found : { ask: "help", name: found.name };
}

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf("--");
  return (end < 0 ? rest : rest.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

function unknownCommand(table: CommandTable, name: string): Refusal {
  const near = suggest(name, firstWords(table));
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  const what = name.startsWith("-") ? `no option "${name}" before a command` : `no command "${name}"`;
  return refuse("usage", `There is ${what}.${meant}`, "guild-hall --help lists the commands.");
}

function unknownInGroup(
  table: CommandTable,
  { group, word }: { group: string; word: string | undefined },
): Refusal {
  const words = wordsOfGroup(table, group);
  const near = word === undefined ? undefined : suggest(word, words);
  const meant = near === undefined ? "" : ` Did you mean "${group} ${near}"?`;
  const what =
    word === undefined ? `"${group}" needs one word more.` : `There is no command "${group} ${word}".`;
  return refuse(
    "usage",
    `${what}${meant} It is one of: ${words.join(", ")}.`,
    `guild-hall ${group} --help lists them.`,
  );
}

export function firstWords(table: CommandTable): string[] {
  return [...new Set(Object.keys(table).map((name) => name.split(" ")[0] ?? name))];
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

function parseInput(asked: ParsedCommand, rest: readonly string[]): CommandInput | Refusal {
  const { name, command } = asked;
  const parsed = parseArgs({
    args: [...rest],
    options: Object.fromEntries(Object.entries(command.options).map(([key, option]) => [key, bare(option)])),
    strict: false, // our own messages say more than the errors of `parseArgs` would
    allowPositionals: true,
    tokens: true,
  });
  for (const token of parsed.tokens) {
    const problem = token.kind === "option" ? optionProblem(asked, token) : undefined;
    if (problem) return usage(problem, name);
  }
  const problem = parameterProblem(command, parsed.positionals);
  if (problem) return usage(problem, name);
  return { parameters: parsed.positionals, options: parsed.values as CommandInput["options"] };
}

function bare(option: Option): { type: Option["type"]; short?: string; multiple?: boolean } {
  return {
    type: option.type,
    ...(option.short === undefined ? {} : { short: option.short }),
    ...(option.multiple === undefined ? {} : { multiple: option.multiple }),
  };
}

function optionProblem(asked: ParsedCommand, token: OptionToken): string | undefined {
  const { options } = asked.command;
  const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
  if (!option) return unknownOption(asked, token.rawName);
  if (option.type === "boolean")
    return token.value === undefined ? undefined : `${token.rawName} takes no value.`;
  if (token.value === undefined || token.value === "") return `${token.rawName} needs a value.`;
  if (!token.inlineValue && /^-./.test(token.value))
    return `${token.rawName} needs a value. If it begins with a dash, write ${token.rawName}=${token.value}`;
  return valueProblem({ what: token.rawName, value: token.value }, option.values);
}

function unknownOption({ name, command }: ParsedCommand, raw: string): string {
  const known = Object.entries(command.options);
  const other = known.find(([, option]) => option.insteadOf?.includes(raw))?.[0];
  const near = other ? `--${other}` : suggest(raw, [...known.map(([key]) => `--${key}`), "--help"]);
  return `"${name}" has no option ${raw}.${near === undefined ? "" : ` Did you mean ${near}?`}`;
}

/** A list of more values than this is not printed after a suggestion, because it would distract from it. */
const shownValues = 10;

function valueProblem(
  given: { what: string; value: string },
  values?: readonly string[],
): string | undefined {
  const { what, value } = given;
  if (values === undefined || values.includes(value)) return undefined;
  const near = suggest(value, values);
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  const isLongList = values.length > shownValues;
  const all = near !== undefined && isLongList ? "" : ` It is one of: ${values.join(", ")}.`;
  return `${what} cannot be "${value}".${meant}${all}`;
}

function parameterProblem(command: CliCommand, given: readonly string[]): string | undefined {
  const missing = command.parameters[given.length];
  if (missing && !missing.optional) return `<${missing.name}> is missing.`;
  const extra = given[command.parameters.length];
  if (extra !== undefined)
    return `"${extra}" is one word too many. Put quotes around a text that has spaces in it.`;
  return given
    .map((value, at) => {
      const { name = "", values, accepts } = command.parameters[at] ?? {};
      return accepts?.(value) ? undefined : valueProblem({ what: `<${name}>`, value }, values);
    })
    .find((problem) => problem !== undefined);
}

export function usageHint(name: string): string {
  return `guild-hall ${name} --help shows how it is used.`;
}

function usage(message: string, name: string): Refusal {
  return refuse("usage", message, usageHint(name));
}
